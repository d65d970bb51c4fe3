//===- SizeShare.h - which sizes a part of some blocks has ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_SITES_SIZESHARE_H
#define ANOMALLOC_ANALYSIS_SITES_SIZESHARE_H

#include "Analysis/totals/Amount.h"
#include <map>
#include <optional>

namespace anomalloc {

/// Allocations by size.
using SizeCounts = std::map<uint64_t, uint64_t>;

Amount sumOf(const SizeCounts &Sizes);
void addSizes(SizeCounts &To, const SizeCounts &Some);

/// The sizes of \p Part, which is a part of \p All, if there is only one way:
/// it is all of them, or one size occurs, or two (so many blocks of so many
/// bytes have one solution). None if several ways are left, or no way.
std::optional<SizeCounts> sizesOfPart(const Amount &Part,
                                      const SizeCounts &All);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_SITES_SIZESHARE_H

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
/// By site: the allocations of \p Counts.
std::vector<SizeCounts> sizesBySite(const Profile &P,
                                    llvm::ArrayRef<Count> Counts);

/// The sizes of \p Part, which is a part of \p All, if only one solution
/// exists: \p Part is all of \p All, or \p All has one size, or two sizes (a
/// number of blocks and a number of bytes then have one solution). None if
/// there may be several solutions, or if there is no solution.
std::optional<SizeCounts> sizesOfPart(const Amount &Part,
                                      const SizeCounts &All);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_SITES_SIZESHARE_H

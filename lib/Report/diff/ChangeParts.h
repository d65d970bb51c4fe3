//===- ChangeParts.h - what views of changes share --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_DIFF_CHANGEPARTS_H
#define ANOMALLOC_REPORT_DIFF_CHANGEPARTS_H

#include "Report/report/TextReport.h"

namespace anomalloc {

/// What the time is that changes save, and whether it was measured.
/// \p Shown: indices of entries.
std::string remarkOnSavings(const ChangeList &List,
                            llvm::ArrayRef<uint32_t> Shown);
/// How the entries of one gain are sorted.
llvm::StringRef orderOf(const ChangeList &List);
/// What is said where no entry is.
llvm::StringRef nothingToChange(const Analysis &A);

/// Sizes of an entry's blocks, the most blocks first. None if nobody knows
/// which of their sites' sizes they have.
std::optional<std::vector<std::pair<uint64_t, uint64_t>>>
sizesOf(const ChangeEntry &E);

/// Why a site has no entry, as a clause.
llvm::StringRef reasonOf(NoEntry Why);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_DIFF_CHANGEPARTS_H

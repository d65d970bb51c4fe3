//===- ChangeParts.h - what views of changes share --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_CHANGEPARTS_H
#define ANOMALLOC_REPORT_REPORT_CHANGEPARTS_H

#include "Report/report/TextReport.h"

namespace anomalloc {

/// " <- callee", as far as it is known, in about \p Width columns.
std::string arrowTo(const ChangeLine &L, size_t Width);

/// A remark on the time that changes save: which costs are in it, and whether
/// they were measured. \p Shown: the indices of the entries that are shown.
std::string remarkOnSavings(const ChangeList &List,
                            llvm::ArrayRef<uint32_t> Shown);
/// The words that say how the entries of the same Gain are sorted.
llvm::StringRef orderOf(const ChangeList &List);
/// The sentence in place of the entries if there are none.
llvm::StringRef nothingToChange(const Analysis &A);

/// The sizes of an entry's blocks with the number of blocks of each size, the
/// most blocks first. None if a site makes blocks of several sizes and nobody
/// counted which of them are the entry's.
std::optional<std::vector<std::pair<uint64_t, uint64_t>>>
sizesOf(const ChangeEntry &E);

/// Why a site has no entry, as a clause.
llvm::StringRef reasonOf(NoEntry Why);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_CHANGEPARTS_H

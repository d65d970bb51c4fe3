//===- Words.h - what is said of a limit ------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sentences that all formats share. Names in them stand as in the profile
/// and in the file of budgets: the caller must make them printable().
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_WORDS_H
#define ANOMALLOC_BUDGET_WORDS_H

#include "Budget/Judge.h"

namespace anomalloc::budget {

/// "holds", "broken", "unanswered", "skipped".
llvm::StringRef nameOf(Outcome O);

/// "120,000 allocations".
std::string foundWords(const Verdict &V);
/// "at most 101,000 (+1 % on the base's 100,000)".
std::string limitWords(const Verdict &V);
/// "local: 120,000 allocations; at most 101,000 (...)". If the limit was not
/// answered, the sentence gives the reason.
std::string sentenceOf(const Verdict &V);

/// How much of the measure the line \p C has: "20,000", "20,000 more than
/// 1,000", "2 per iteration".
std::string amountWords(const Verdict &V, const Culprit &C);
/// "3 loops deep"; "" if \p C is in no loop.
std::string depthWords(const Culprit &C);
/// "or 7 other lines"; "" if it was this line for certain.
std::string othersWords(const Culprit &C);

/// The place of a limit: "anomalloc.yaml:4:16".
std::string placeOf(const BudgetFile &File, const TextRange &At);

struct Tally {
  size_t All = 0, Holds = 0, Broken = 0, Unanswered = 0, Skipped = 0;
};
Tally countOutcomes(llvm::ArrayRef<Verdict> Verdicts);
/// "2 of 5 limits are broken, 1 cannot be answered".
std::string wordsOf(const Tally &T);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_WORDS_H

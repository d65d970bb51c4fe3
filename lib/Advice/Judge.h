//===- Judge.h - what is more than chance, and worth it ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ADVICE_JUDGE_H
#define ANOMALLOC_ADVICE_JUDGE_H

#include "Advice/Advice.h"

namespace anomalloc {

/// Compares \p Finalists with \p Base and fills Finalist::Changes. The test is
/// Mann and Whitney's U test with Holm's correction over all comparisons.
/// Returns how many repetitions are needed to show any difference; 0 if there
/// are enough.
unsigned judgeChanges(const AdviceRequest &Request, const CandidateRuns &Base,
                      llvm::MutableArrayRef<Finalist> Finalists);

} // namespace anomalloc

#endif // ANOMALLOC_ADVICE_JUDGE_H

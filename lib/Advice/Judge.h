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

/// Fills Finalist::Changes, against \p Base, by Mann and Whitney's U test with
/// Holm's correction over all of them. Returns how many repetitions can show a
/// difference at all; 0: there are enough.
unsigned judgeChanges(const AdviceRequest &Request, const CandidateRuns &Base,
                      llvm::MutableArrayRef<Finalist> Finalists);

} // namespace anomalloc

#endif // ANOMALLOC_ADVICE_JUDGE_H

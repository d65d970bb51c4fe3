//===- LoopAccesses.h - accesses counted in front of a loop -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop over an array accesses it at equal distances. Where it is known in
/// front of the loop how often, one call counts the whole series there.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_ACCESS_LOOPACCESSES_H
#define ANOMALLOC_PASS_ACCESS_LOOPACCESSES_H

#include "access/AccessCode.h"
#include "access/SecondBody.h"
#include "llvm/IR/PassManager.h"

namespace anomalloc {

/// Counts accesses of loops of \p Body in front of the loops. Returns the
/// instructions whose accesses are counted by that. \p FAM must know nothing of
/// \p F as it was without \p Body. \p Moments: of \p F.
llvm::DenseSet<llvm::Instruction *>
countInFrontOfLoops(llvm::Function &F, const SecondBody &Body, AccessCode &Code,
                    LoopMoments &Moments, llvm::FunctionAnalysisManager &FAM);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_ACCESS_LOOPACCESSES_H

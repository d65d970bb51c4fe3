//===- RecursionPass.h - functions that do not call themselves --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `-passes=anomalloc-recursion`, which runs before all other passes. If a
/// function ends with a call of itself, the optimizer turns the function into a
/// loop, and its calls of itself into rounds of the loop. So, as long as these
/// calls can be seen, this pass marks the functions that do not call
/// themselves, as far as the unit shows:
/// \code
///   attributes #0 = { "anomalloc-not-recursive" }
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_CALLS_RECURSIONPASS_H
#define ANOMALLOC_PASS_CALLS_RECURSIONPASS_H

#include "llvm/IR/PassManager.h"

namespace anomalloc {

class RecursionPass : public llvm::PassInfoMixin<RecursionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Whether RecursionPass saw \p F before all optimization, and \p F did not
/// call itself, neither directly nor through other functions of its unit.
bool isMarkedNotRecursive(const llvm::Function &F);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_CALLS_RECURSIONPASS_H

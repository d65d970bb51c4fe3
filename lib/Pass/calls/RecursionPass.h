//===- RecursionPass.h - functions that do not call themselves --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `-passes=anomalloc-recursion`, first of all passes. The optimizer makes a
/// loop of a function that calls itself in the end, and calls become rounds of
/// it. So functions that do not call themselves, as far as the unit shows, are
/// marked while calls still are calls:
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

/// Whether \p F was seen before all optimization, and did not call itself, not
/// by way of other functions of its unit either.
bool isMarkedNotRecursive(const llvm::Function &F);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_CALLS_RECURSIONPASS_H

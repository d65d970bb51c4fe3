//===- RecursionPass.cpp - functions that do not call themselves ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "calls/RecursionPass.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

static constexpr StringLiteral NotRecursive("anomalloc-not-recursive");

bool anomalloc::isMarkedNotRecursive(const Function &F) {
  return F.hasFnAttribute(NotRecursive);
}

PreservedAnalyses RecursionPass::run(Module &M, ModuleAnalysisManager &) {
  CallGraph Calls(M);
  for (auto I = scc_begin(&Calls); !I.isAtEnd(); ++I) {
    if (I.hasCycle())
      continue;
    for (CallGraphNode *Node : *I)
      if (Function *F = Node->getFunction(); F && !F->isDeclaration())
        F->addFnAttr(NotRecursive);
  }
  // No analysis looks at the marks.
  return PreservedAnalyses::all();
}

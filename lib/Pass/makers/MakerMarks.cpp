//===- MakerMarks.cpp - makers that were recognized early -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "makers/MakerMarks.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

static constexpr StringLiteral MarkAttribute("anomalloc-maker");
static constexpr StringLiteral MarkList("anomalloc.makers");

bool anomalloc::isMarkedMaker(const Function &F) {
  return F.hasFnAttribute(MarkAttribute);
}

void anomalloc::markMaker(Function &F) {
  F.addFnAttr(MarkAttribute);
  if (DISubprogram *SP = F.getSubprogram(); SP && !F.isDeclaration())
    F.getParent()->getOrInsertNamedMetadata(MarkList)->addOperand(SP);
}

SetVector<const DISubprogram *> anomalloc::markedMakers(const Module &M) {
  SetVector<const DISubprogram *> Marked;
  if (const NamedMDNode *List = M.getNamedMetadata(MarkList))
    for (const MDNode *Node : List->operands())
      if (const auto *SP = dyn_cast<DISubprogram>(Node))
        Marked.insert(SP);
  return Marked;
}

void anomalloc::forgetMarkedMakers(Module &M) {
  if (NamedMDNode *List = M.getNamedMetadata(MarkList))
    M.eraseNamedMetadata(List);
}

//===- LoopRows.cpp - the loops around a function's sites -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRows.h"
#include "Chain.h"
#include "FunctionKey.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace anomalloc;

LoopRows::LoopRows(const Function &F, LoopInfo *LI, ScalarEvolution *SE,
                   UnitTable &Table, ChainBuilder &Chains)
    : F(F), LI(LI), SE(SE), Table(Table), Chains(Chains) {}

std::optional<LoopRowIndex> LoopRows::innermost(const BasicBlock *Block) {
  const Loop *L = LI ? LI->getLoopFor(Block) : nullptr;
  if (!L)
    return std::nullopt;
  return row(*L);
}

LoopRowIndex LoopRows::row(const Loop &L) {
  if (auto I = Rows.find(&L); I != Rows.end())
    return I->second;
  if (Ordinals.empty())
    for (const Loop *Each : LI->getLoopsInPreorder())
      Ordinals.try_emplace(Each, Ordinals.size());

  LoopRow Row{};
  if (const Loop *Parent = L.getParentLoop())
    Row.Parent = row(*Parent);
  Row.Id = xxh3_64bits(functionKey(F) + '\0' + "loop" + '\0' +
                       std::to_string(Ordinals.lookup(&L)));
  Row.Function = Chains.function(F);
  Row.File = Table.Functions[Row.Function].File;
  if (DebugLoc Start = L.getStartLoc()) {
    Row.File = Chains.file(Start->getFile());
    Row.Line = Start->getLine();
    Row.Column = Start->getColumn();
  }
  if (SE)
    Row.TripCount = SE->getSmallConstantTripCount(&L);
  Table.Loops.push_back(Row);
  return Rows[&L] = Table.Loops.size() - 1;
}

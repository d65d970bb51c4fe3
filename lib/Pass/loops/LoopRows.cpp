//===- LoopRows.cpp - the loops around a function's sites -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "loops/LoopRows.h"
#include "calls/RecursionPass.h"
#include "sites/Chain.h"
#include "sites/FunctionKey.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace anomalloc;

LoopRows::LoopRows(const Function &F, const LoopInfo &LI, ScalarEvolution *SE,
                   SourceLoops &Source, UnitTable &Table, ChainBuilder &Chains)
    : F(F), LI(LI), SE(SE), Source(Source), Table(Table), Chains(Chains) {}

std::optional<LoopRowIndex> LoopRows::innermost(const Instruction &I) {
  if (std::optional<SourceLoops::Loop> L = Source.around(I.getDebugLoc().get()))
    if (Source.isIrreducible(*L) || !Source.marks(F, *L).empty())
      return row(*L);
  const Loop *L = LI.getLoopFor(I.getParent());
  if (!L)
    return std::nullopt;
  return row(*L);
}

bool LoopRows::areAsInSource(const Instruction &I) {
  std::optional<LoopRowIndex> Around = innermost(I);
  for (const Loop *L = LI.getLoopFor(I.getParent()); L;
       L = L->getParentLoop()) {
    std::optional<SourceLoops::Loop> Its = sourceOf(*L);
    if (!Around || !Its || row(*L) != *Around ||
        count_if(marksIn(*L), [&](const LoopMark &Mark) {
          return Source.of(Mark) == Its;
        }) != 1)
      return false;
    Around = Table.Loops[*Around].Parent;
  }
  return !Around;
}

/// The marks in \p L, and in no loop in it.
ArrayRef<LoopMark> LoopRows::marksIn(const Loop &L) {
  if (!Marks) {
    Marks.emplace();
    for (const LoopMark &Mark : Source.marks(F))
      (*Marks)[LI.getLoopFor(Mark.Call->getParent())].push_back(Mark);
  }
  return (*Marks)[&L];
}

/// The loop of the source that \p L is, or its first part. Loops in it that
/// were unrolled have marks there, too.
std::optional<SourceLoops::Loop> LoopRows::sourceOf(const Loop &L) {
  std::optional<SourceLoops::Loop> Outermost;
  for (const LoopMark &Mark : marksIn(L)) {
    std::optional<SourceLoops::Loop> Its = Source.of(Mark);
    if (Its && (!Outermost || Source.depth(*Its) < Source.depth(*Outermost)))
      Outermost = Its;
  }
  return Outermost;
}

/// Of the marks of \p L, where there is no debug information: those of one loop
/// of the source alone.
ArrayRef<LoopMark> LoopRows::marksOfOne(const Loop &L) {
  auto AreOne = [](ArrayRef<LoopMark> Its) {
    return all_of(Its, [&](const LoopMark &Mark) {
      return Mark.Loop == Its.front().Loop;
    });
  };
  ArrayRef<LoopMark> Its = marksIn(L);
  // The optimizer makes two loops of one whose turns end in two ways. It makes
  // one of a function that calls itself, too.
  if (Its.empty() && isMarkedNotRecursive(F) && L.getSubLoops().size() == 1)
    Its = marksIn(*L.getSubLoops().front());
  return AreOne(Its) ? Its : ArrayRef<LoopMark>();
}

LoopRowIndex LoopRows::row(SourceLoops::Loop L) {
  LoopRowIndex Index = Source.row(F, L);
  ArrayRef<CallInst *> Its = Source.marks(F, L);
  if (Its.empty())
    return Index; // Around a loop that has some.
  const Loop *Code = LI.getLoopFor(Its.front()->getParent());
  if (!Code || Rows.contains(Code) ||
      any_of(Its,
             [&](CallInst *Mark) {
               return LI.getLoopFor(Mark->getParent()) != Code;
             }) ||
      !(sourceOf(*Code) == L))
    return Index;
  // Outer ones first.
  if (const Loop *Parent = Code->getParentLoop())
    if (std::optional<SourceLoops::Loop> Its = sourceOf(*Parent))
      row(*Its);
  if (SE && Its.size() == 1)
    Table.Loops[Index].TripCount = SE->getSmallConstantTripCount(Code);
  Rows[Code] = Index;
  return Index;
}

LoopRowIndex LoopRows::row(const Loop &L) {
  if (std::optional<SourceLoops::Loop> Its = sourceOf(L))
    return row(*Its);
  if (auto I = Rows.find(&L); I != Rows.end())
    return I->second;
  ArrayRef<LoopMark> Its = marksOfOne(L);
  // What was not inlined has all its marks here.
  bool IsOwn = !Its.empty() && Source.isOwn(Its.front(), F);
  std::optional<LoopRowIndex> Parent;
  if (const Loop *Outer = L.getParentLoop())
    Parent = row(*Outer);
  if (IsOwn)
    if (auto I = OwnRows.find(Its.front().Loop); I != OwnRows.end())
      return I->second;
  if (Ordinals.empty())
    for (const Loop *Each : LI.getLoopsInPreorder())
      Ordinals.try_emplace(Each, Ordinals.size());

  SiteTable::Loop Row;
  Row.Parent = Parent;
  Row.Id = xxh3_64bits(functionKey(F) + '\0' + "loop of code" + '\0' +
                       std::to_string(Ordinals.lookup(&L)));
  Row.Function = Chains.function(F);
  Row.File = Table.Functions[Row.Function].File;
  if (DebugLoc Start = L.getStartLoc()) {
    Row.File = Chains.file(Start->getFile());
    Row.Line = Start->getLine();
    Row.Column = Start->getColumn();
  }
  SourceLoops::Marks Calls;
  for (const LoopMark &Mark : IsOwn ? Source.marks(F) : Its)
    if (Mark.Loop == Its.front().Loop)
      Calls.push_back(Mark.Call);
  bool IsWhole =
      Calls.size() == 1 && LI.getLoopFor(Calls.front()->getParent()) == &L;
  if (SE && IsWhole)
    Row.TripCount = SE->getSmallConstantTripCount(&L);
  Table.Loops.push_back(Row);
  LoopRowIndex Index = Table.Loops.size() - 1;
  Source.setMarks(Index, std::move(Calls));
  if (IsOwn)
    OwnRows[Its.front().Loop] = Index;
  if (IsWhole || Its.empty())
    Rows[&L] = Index;
  return Index;
}

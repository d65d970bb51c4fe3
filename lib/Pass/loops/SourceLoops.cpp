//===- SourceLoops.cpp - the loops of the source, and their iterations ----===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "loops/SourceLoops.h"
#include "loops/IterationSums.h"
#include "record/Record.h"
#include "sites/Chain.h"
#include "sites/FunctionKey.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace anomalloc;

SourceLoops::SourceLoops(Module &M, UnitTable &Table, ChainBuilder &Chains)
    : Table(Table), Chains(Chains), Loops(markedLoops(M)) {
  for (LoopMark Mark : loopMarks(M))
    if (Mark.Loop < Loops.size()) {
      const DILocation *At = Mark.Call->getDebugLoc().get();
      if (ArrayRef<const DILocation *> Calls = Loops[Mark.Loop].Calls;
          At && !Calls.empty()) {
        const DISubprogram *Its = At->getScope()->getSubprogram();
        const DISubprogram *Whole = Calls.front()->getScope()->getSubprogram();
        if (Its != Whole)
          PartOf[Its] = Whole;
      }
      MarksOf[Mark.Call->getFunction()].push_back(Mark);
      if (std::optional<Loop> L = of(Mark))
        MarksIn[{Mark.Call->getFunction(), *L}].push_back(Mark.Call);
    }
  for (auto [Number, L] : enumerate(Loops))
    addCalls(Number, L);
}

SourceLoops::Place SourceLoops::placeOf(const DILocation &At) const {
  if (auto I = PartOf.find(At.getScope()->getSubprogram()); I != PartOf.end())
    return {I->second, At.getLine(), At.getColumn()};
  return {At.getScope()->getNonLexicalBlockFileScope(), At.getLine(),
          At.getColumn()};
}

/// The calls of \p L, which is the loop of that number. Those of a coroutine
/// can be found from its parts, whose blocks are no longer those of the whole.
void SourceLoops::addCalls(unsigned Number, const MarkedLoop &L) {
  auto Add = [&](Place At) {
    auto [I, New] = LoopAt.try_emplace(At, Number);
    if (!New && I->second != Number)
      I->second = std::nullopt;
  };
  for (const DILocation *At : L.Calls) {
    Add(placeOf(*At));
    const DISubprogram *Its = At->getScope()->getSubprogram();
    if (is_contained(make_second_range(PartOf), Its))
      Add({Its, At->getLine(), At->getColumn()});
  }
}

/// The number of a chain of calls: two with the same lines are one. 0: none.
unsigned SourceLoops::level(const DILocation *At) {
  if (!At)
    return 0;
  if (auto I = Known.find(At); I != Known.end())
    return I->second;
  Level Its{level(At->getInlinedAt()), At->getScope()->getSubprogram(),
            At->getLine(), At->getColumn(), At};
  auto [I, New] = LevelOf.try_emplace(
      std::make_tuple(Its.Outer, Its.Function, Its.Line, Its.Column),
      Levels.size());
  if (New)
    Levels.push_back(Its);
  return Known[At] = I->second;
}

std::optional<SourceLoops::Loop> SourceLoops::around(const DILocation *At) {
  for (; At; At = At->getInlinedAt())
    if (auto I = LoopAt.find(placeOf(*At)); I != LoopAt.end()) {
      if (!I->second || Loops[*I->second].Kind == LoopKind::Unclear)
        return std::nullopt;
      return Loop{*I->second, level(At->getInlinedAt())};
    }
  return std::nullopt;
}

std::optional<SourceLoops::Loop> SourceLoops::of(const LoopMark &Mark) {
  const DILocation *At = Mark.Call->getDebugLoc().get();
  if (!At)
    return std::nullopt;
  return Loop{Mark.Loop, level(At->getInlinedAt())};
}

std::optional<SourceLoops::Loop> SourceLoops::parent(Loop L) {
  if (std::optional<unsigned> Parent = Loops[L.Number].Parent)
    return Loop{*Parent, L.Inlined};
  return around(Levels[L.Inlined].At);
}

unsigned SourceLoops::depth(Loop L) {
  unsigned Depth = 0;
  for (std::optional<Loop> Next = L; Next; Next = parent(*Next))
    ++Depth;
  return Depth;
}

ArrayRef<CallInst *> SourceLoops::marks(const Function &F, Loop L) {
  auto I = MarksIn.find({&F, L});
  if (I == MarksIn.end())
    return {};
  return I->second;
}

uint64_t SourceLoops::rowId(const Function &F, Loop L) {
  std::string Key = functionKey(F) + '\0' + "loop";
  for (unsigned I = L.Inlined; I; I = Levels[I].Outer)
    Key += '\0' + functionKey(*Levels[I].Function) + ':' +
           std::to_string(Levels[I].Line) + ':' +
           std::to_string(Levels[I].Column);
  return xxh3_64bits(Key + '\0' + std::to_string(Loops[L.Number].Ordinal));
}

LoopRowIndex SourceLoops::row(const Function &F, Loop L) {
  if (auto I = Rows.find({&F, L}); I != Rows.end())
    return I->second;
  SiteTable::Loop Row;
  if (std::optional<Loop> Parent = parent(L))
    Row.Parent = row(F, *Parent);
  Row.Id = rowId(F, L);
  Row.Function = Chains.function(F);
  Row.File = Table.Functions[Row.Function].File;
  Marks Its(marks(F, L));
  if (!Its.empty()) {
    const DebugLoc &Start = Its.front()->getDebugLoc();
    Row.File = Chains.file(Start->getFile());
    Row.Line = Start->getLine();
    Row.Column = Start->getColumn();
  }
  Table.Loops.push_back(Row);
  LoopRowIndex Index = Table.Loops.size() - 1;
  setMarks(Index, std::move(Its));
  return Rows[{&F, L}] = Index;
}

void SourceLoops::count(LoopRowIndex Row) {
  auto I = OfRow.find(Row);
  if (I == OfRow.end() || I->second.empty())
    return;
  Table.Loops[Row].IterationsSlot = Table.takeSlots(1);
  Counted.push_back({std::move(I->second), *Table.Loops[Row].IterationsSlot});
  OfRow.erase(I);
}

void SourceLoops::record(function_ref<Recorder &()> GetRecorder) {
  MapVector<Function *, SmallVector<CountedMark, 4>> ByFunction;
  for (const auto &[Its, Slot] : Counted)
    for (CallInst *Mark : Its)
      ByFunction[Mark->getFunction()].push_back({Mark, Slot});
  for (const auto &[F, Its] : ByFunction) {
    // It writes now (link-time optimization would believe that it does not).
    F->removeFnAttr(Attribute::Memory);
    F->removeFnAttr(Attribute::NoSync);
    recordIterations(*F, Its, GetRecorder());
  }
}

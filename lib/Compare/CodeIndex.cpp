//===- CodeIndex.cpp - the functions of one profile -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/CodeIndex.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

StringRef fileName(StringRef Path) { return sys::path::filename(Path); }

CodeIndex::CodeIndex(const Profile &P, NameTable &Names)
    : P(P), Names(Names), Sizes(P.Sites.size()) {
  for (const Count &C : P.Counts)
    if (C.Site && C.Allocations)
      Sizes[uint32_t(*C.Site)].insert(C.Size);
  for (auto [S, Its] : zip(P.Sites, Sizes))
    addChain(S.Chain, levelOf(S), Names.of(S.Callee), Its);
  for (const MakerCall &C : P.MakerCalls) {
    auto Known = P.FunctionNames.find(C.Callee);
    StringRef Callee = Known == P.FunctionNames.end() ? C.Name : Known->second;
    addChain(C.Chain, levelOf(C), Names.of(Callee), {});
  }
}

void CodeIndex::addChain(ArrayRef<Frame> Chain, uint32_t Level, uint32_t Callee,
                         const SeenSizes &Its) {
  for (size_t I = 0; I != Chain.size(); ++I) {
    const Frame &F = Chain[I];
    const uint32_t Name = Names.of(F.Function);
    auto [System, New] = SystemFiles.try_emplace(F.File);
    if (New)
      System->second = P.isSystemFile(F.File);
    if (!System->second && Name != NameTable::None && F.Line) {
      Function &Here = Functions[Name];
      if (Here.Calls.empty())
        Here.File = fileName(F.File);
      Here.Calls.insert({F.Line, Callee});
      Here.Sizes.insert(Its.begin(), Its.end());
    }
    if (I == Level) {
      ChangeLine &Line = Lines[{Name, fileName(F.File)}][F.Line];
      Line.Callees.insert(Callee);
      Line.Sizes.insert(Its.begin(), Its.end());
    }
    Callee = Name; // Of the next level outwards.
  }
}

} // namespace anomalloc

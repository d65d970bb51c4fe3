//===- LineReader.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/LineReader.h"
#include "Analysis/lines/LineClimb.h"
#include "Support/Demangle.h"

using namespace llvm;

namespace anomalloc {

LineReader::LineReader(const Profile &P, const LoopDepths &Depths)
    : P(P), Depths(Depths), Who(P), Graph(P), Uses(P), Chains(P.Sites.size()) {}

const std::optional<ChangeLine> &LineReader::lineOfChain(SiteIndex Index) {
  std::optional<std::optional<ChangeLine>> &Known = Chains[uint32_t(Index)];
  if (!Known) {
    const Site &S = P.site(Index);
    Known.emplace();
    if (S.ChangeFrame) {
      LineClimb Up(Who, S.Callee);
      Up.add(S);
      ChangeLine &Line = Known->emplace(Up.take());
      if (Line.MakerNames.empty())
        Line.Space = S.Space;
      Line.Depth = Depths.effectiveDepth(S);
      Line.DepthIsLeast = S.LoopDepthIsLeast;
    }
  }
  return *Known;
}

std::optional<ChangeLine> LineReader::lineOfStack(const StackCount &C) {
  LineClimb Up(Who, C.Site ? P.site(*C.Site).Callee : StringRef());
  // Around the line in its function, and below it; and around calls of it.
  uint64_t Inside = 0, InMakers = 0, Outside = 0;
  bool IsLeast = false;
  for (std::optional<StackIndex> I = C.Stack; I && !Up.isDone();
       I = P.stack(*I).Caller) {
    const CodePlace &Place = P.place(P.stack(*I).Place);
    const bool WasFound = Up.found();
    for (const Frame &F : Place.Levels)
      Up.add(F, Place.Library);
    if (Place.Levels.empty())
      Up.add(Frame(), Place.Library);
    if (WasFound)
      continue;
    InMakers = Inside;
    Inside += Place.LoopDepth;
    IsLeast |= Place.LoopDepthIsLeast;
    Outside = Depths.depthOf(functionOf(Place));
  }
  if (!Up.found())
    return std::nullopt;
  ChangeLine Read = Up.take();
  if (C.Site && Read.MakerNames.empty())
    Read.Space = P.site(*C.Site).Space;
  if (C.Site && !P.site(*C.Site).FromBinary) {
    Read.Depth = Depths.effectiveDepth(P.site(*C.Site));
  } else {
    Read.Depth = Inside + Outside;
    Read.LoopsInMakers = InMakers;
    Read.DepthIsLeast = IsLeast;
  }
  if (!C.Site || !lineOfChain(*C.Site)) {
    Read.Levels.front().Use = Uses.at(Read.line());
    return Read;
  }
  // The compiler knows the line; the stack knows who leads there.
  ChangeLine Compiled = *lineOfChain(*C.Site);
  if (Read.line().Function == Compiled.line().Function) {
    Read.Levels.front() = Compiled.line();
    Compiled.Levels = std::move(Read.Levels);
  }
  return Compiled;
}

/// Without the makers below the call, but for the one that can be meant by the
/// name of a virtual function.
ChangeLine LineReader::lineOfCall(const MakerCall &Call) {
  LineClimb Up(Who, "");
  Up.add(Call);
  ChangeLine Line = Up.take();
  Line.Depth = Call.LoopDepth + Depths.depthOf(Call.Caller);
  if (!Call.Callee && Line.Makers.empty()) {
    Line.PointerName = Call.Name;
    Line.IsVirtual = Call.IsVirtual;
    if (const Frame *Only =
            Call.IsVirtual ? Graph.makerNamed(Call.Name) : nullptr) {
      Line.Makers = {*Only};
      Line.MakerNames = {Only->Function};
    }
  }
  return Line;
}

StringRef LineReader::oneName(StringRef Callee) {
  auto [Known, New] = OneNames.try_emplace(Callee, Callee);
  if (New)
    Known->second =
        NamesInSource.try_emplace(demangledName(Callee), Callee).first->second;
  return Known->second;
}

/// \p Path without a call: the outermost level of the program's own has to do.
ChangeLine LineReader::lineOfPath(const MakerPath &Path, const Site &S) {
  ChangeLine New;
  if (Path.Call) {
    New = lineOfCall(P.makerCall(*Path.Call));
    New.Depth += Path.InnerLoops;
    New.LoopsInMakers = Path.InnerLoops;
  } else {
    New.Depth = Depths.effectiveDepth(S);
  }
  New.Makers.clear();
  New.MakerNames.clear();
  New.OnSomeWays = Path.OnSomeWays;
  bool IsBelow = Path.Call.has_value();
  for (const Frame &F : Path.Makers) {
    if (!IsBelow && Who.isUser(F)) {
      New.Levels = {F};
      IsBelow = true;
      continue;
    }
    if (!IsBelow)
      continue;
    New.MakerNames.push_back(F.Function);
    if (Who.isUser(F))
      New.Makers.push_back(F);
  }
  New.Callee = New.MakerNames.empty() ? S.Callee : New.MakerNames.front();
  if (New.Levels.empty())
    New.Levels = {S.userFrame()};
  return New;
}

WayList::Callers LineReader::callersOf(SiteIndex Site) {
  WayList::Callers Known;
  if (P.site(Site).FromBinary) // Of its makers' callers only stacks tell.
    return Known;
  for (MakerPath &Path : findMakerPaths(P, Graph, P.site(Site))) {
    ChangeLine Line = lineOfPath(Path, P.site(Site));
    Line.Callee = oneName(Line.Callee);
    Known.emplace_back(std::move(Path), std::move(Line));
  }
  return Known;
}

} // namespace anomalloc

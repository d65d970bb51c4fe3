//===- WayList.cpp - the ways of the lines to change ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/WayList.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

void WayList::addChain(const ChangeLine &Read, std::optional<SiteIndex> Site,
                       const SizeCounts &Sizes, bool IsShared) {
  std::vector<FrameKey> Frames;
  for (const std::vector<Frame> *Some : {&Read.Makers, &Read.Levels})
    for (const Frame &F : *Some)
      Frames.push_back({F.Function, F.File, F.Line, F.Column});
  auto [I, New] = OfChains.try_emplace({IsShared, Site.has_value(), Read.Callee,
                                        Read.Makers.size(), std::move(Frames)});
  ChangeWay &To = I->second.Its;
  if (New) {
    To.Levels = Read.Levels;
    To.Makers = Read.Makers;
    To.IsShared = IsShared;
    I->second.Line = Read.key();
  }
  To.Depth = std::max(To.Depth, Read.Depth);
  if (Site)
    To.Sites.insert(*Site);
  To.Sum += sumOf(Sizes);
  addSizes(To.Sizes, Sizes);
}

ChangeWay &WayList::wayOf(MakerCallIndex Call, const ChangeLine &Line) {
  auto [I, New] = OfCalls.try_emplace(Call);
  ChangeWay &Way = I->second.Its;
  if (New) {
    const MakerCall &Its = P.makerCall(Call);
    Way.Levels = Line.Levels;
    // The call's own: what it leads to has several ways.
    for (const Frame &F : reverse(Its.makers()))
      if (!P.isSystemFile(F.File))
        Way.Makers.push_back(F);
    Way.CalledMakers = Graph.makersBelow(Its);
    Way.Call = Call;
  }
  I->second.Line = Line.key();
  return Way;
}

void WayList::addCallers(SiteIndex Site, const Callers &Known,
                         const SizeCounts &Sizes, bool Counted) {
  std::set<ChangeLine::Key> Lines;
  for (const auto &[Path, Line] : Known)
    Lines.insert(Line.key());
  if (!Counted && Lines.size() == 1) {
    addChain(Known.front().second, Site, Sizes);
    return;
  }
  InMakers.push_back(Site);
  if (Counted)
    addCalls(Site, Known);
  else
    for (const auto &[Path, Line] : Known)
      if (Path.Call)
        addChain(Line, Site, Sizes, /*IsShared=*/true);
}

void WayList::addCalls(SiteIndex Site, const Callers &Known) {
  for (const auto &[Path, Line] : Known)
    if (Path.Call) {
      ChangeWay &Way = wayOf(*Path.Call, Line);
      Way.Sites.insert(Site);
      Way.Depth = std::max(Way.Depth, Line.Depth);
    }
}

void WayList::addCall(MakerCallIndex Call, const ChangeLine &Line, Amount Its) {
  wayOf(Call, Line).Sum += Its;
}

void WayList::take(LinesToChange &To) {
  std::map<ChangeLine::Key, uint32_t> Numbers;
  for (auto [I, Line] : enumerate(To.Lines))
    Numbers.emplace(Line.key(), uint32_t(I));
  auto Take = [&](Way &From) {
    if (auto Known = Numbers.find(From.Line); Known != Numbers.end())
      From.Its.Line = Known->second;
    To.Ways.push_back(std::move(From.Its));
  };
  for (auto &[Key, Way] : OfChains)
    Take(Way);
  for (auto &[Call, Way] : OfCalls)
    Take(Way);
  To.InMakers = std::move(InMakers);
}

} // namespace anomalloc

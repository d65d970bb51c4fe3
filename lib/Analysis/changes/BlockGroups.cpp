//===- BlockGroups.cpp - blocks that are judged together -===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/BlockGroups.h"
#include "Analysis/changes/GrowingContainers.h"
#include "Support/MakerNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

std::pair<uint64_t, uint64_t> BlockGroup::commonSize() const {
  std::pair<uint64_t, uint64_t> Most = {0, 0};
  for (auto [Size, Allocations] : Sizes)
    if (Allocations > Most.second)
      Most = {Size, Allocations};
  return Most;
}

uint64_t BlockGroup::shareOf(const Amount &Some, uint64_t Number) const {
  uint64_t Its = Some.Allocations, All = Allocated.Allocations;
  if (Its >= All)
    return Number;
  return uint64_t(double(Number) * (double(Its) / double(All)));
}

/// The sizes of what the lines made, if each of them is known.
static std::optional<SizeCounts> knownSizes(ArrayRef<const ChangeLine *> Lines,
                                            const Amount &Sum,
                                            const SizeCounts &All) {
  SizeCounts Known;
  Amount Rest = Sum;
  for (const ChangeLine *Line : Lines) {
    Amount Its = sumOf(Line->Sizes);
    if (Its.Allocations != Line->Sum.Allocations)
      continue;
    addSizes(Known, Line->Sizes);
    subtract(Rest, Its);
  }
  if (!Rest.Allocations)
    return Known;
  std::optional<SizeCounts> Others = sizesOfPart(Rest, All);
  if (Others)
    addSizes(*Others, Known);
  return Others;
}

BlockGroup BlockGroup::part(ArrayRef<const ChangeLine *> Some,
                            const Amount &Sum) const {
  BlockGroup Part = *this;
  Part.Lines.assign(Some.begin(), Some.end());
  Part.Allocated = Part.Requested = Sum;
  Part.Sizes = knownSizes(Some, Sum, Sizes).value_or(SizeCounts());
  return Part;
}

namespace {

void addBlocks(BlockGroup &G, const SizeCounts &Sizes) {
  G.Allocated += sumOf(Sizes);
  addSizes(G.Sizes, Sizes);
}

void addLifetimes(BlockGroup &G, const LifetimeTable::Row &R, const Profile &P,
                  const AllocatorModel &Model) {
  G.HasLifetimes = true;
  G.Rows.push_back(&R);
  G.Peak = SaturatingAdd(G.Peak, R.Peak.Allocations);
  for (const Lifetime *Part : R.Parts) {
    G.Sum.add(*Part, Model);
    G.Growth.add(P, *Part);
  }
}

/// The container that grows in the line, if all of its blocks are that one's,
/// and all blocks of their sites are the line's.
StringRef growingIn(const ChangeLine &Line, const LinesToChange &L,
                    const Profile &P) {
  StringRef Its;
  for (SiteIndex S : Line.Sites) {
    StringRef Container = growingContainerOf(P.site(S));
    if (Container.empty() || (!Its.empty() && Container != Its) ||
        L.of(S).size() != 1)
      return "";
    Its = Container;
  }
  return Its;
}

bool areCoroutineFrames(const BlockGroup &G, const Profile &P) {
  return !G.Sites.empty() && all_of(G.Sites, [&](SiteIndex S) {
    return P.site(S).Type == CoroutineFrameType;
  });
}

/// A number of bytes that was the same each time is no bound. The compiler
/// decides where a coroutine's frame is.
bool mayFitStack(const BlockGroup &G, const Profile &P) {
  constexpr uint64_t LargestLocal = 4096;
  const LifetimeSum &Sum = G.Sum;
  return !G.Sites.empty() && !G.AreCoroutineFrames &&
         all_of(G.Sites,
                [&](SiteIndex S) {
                  return P.site(S).ConstantSize.value_or(UINT64_MAX) <=
                         LargestLocal;
                }) &&
         !Sum.Live.Allocations && Sum.SameActivation == Sum.ActivationKnown &&
         !P.isEstimated(); // Not every block was seen.
}

bool isThrown(const BlockGroup &G, const Profile &P) {
  return !G.Sites.empty() && all_of(G.Sites, [&](SiteIndex S) {
    return P.site(S).Callee == "__cxa_allocate_exception";
  });
}

/// The outermost maker, if many lines share it.
StringRef sharedMakerOf(const ChangeLine &Line) {
  return Line.OfSharedMaker ? Line.Makers.front().Function : StringRef();
}

} // namespace

std::vector<BlockGroup> groupBlocks(const Profile &P, const LinesToChange &L,
                                    ArrayRef<Count> Counts,
                                    const LifetimeTable &Lifetimes) {
  std::map<SiteIndex, const LifetimeTable::Row *> RowOf;
  for (const LifetimeTable::Row &R : Lifetimes.Rows)
    if (R.Site)
      RowOf[*R.Site] = &R;
  std::vector<SizeCounts> SizesOf = sizesBySite(P, Counts);
  AllocatorModel Model(P);

  std::map<std::pair<StringRef, std::vector<SiteIndex>>, size_t> Index;
  /// By function: one container, which several lines fill.
  std::map<std::pair<StringRef, StringRef>, size_t> Growing;
  std::map<StringRef, size_t> Shared; ///< By maker.
  std::vector<BlockGroup> Groups;
  for (const ChangeLine &Line : L.Lines) {
    auto IsPool = [&](SiteIndex S) {
      return P.site(S).Family == SiteFamily::Pool &&
             P.site(S).Space == MemorySpace::Host;
    };
    if (any_of(Line.Sites, IsPool))
      continue;
    auto Find = [&] {
      StringRef Function = Line.line().Function;
      if (StringRef Its = growingIn(Line, L, P);
          !Its.empty() && !Function.empty())
        return Growing.try_emplace({Function, Its}, Groups.size())
            .first->second;
      if (StringRef Maker = sharedMakerOf(Line); !Maker.empty())
        return Shared.try_emplace(Maker, Groups.size()).first->second;
      // Without a site, a line is all there is to tell blocks apart.
      return Line.Sites.empty()
                 ? Groups.size()
                 : Index.try_emplace({Line.Callee, Line.Sites}, Groups.size())
                       .first->second;
    };
    size_t Place = Find();
    if (Place == Groups.size())
      Groups.emplace_back();
    BlockGroup &G = Groups[Place];
    G.Lines.push_back(&Line);
    for (SiteIndex S : Line.Sites)
      if (!is_contained(G.Sites, S))
        G.Sites.push_back(S);
    G.Requested += Line.Sum;
    G.Depth = std::max(G.Depth, Line.Depth);
    if (!Line.Sites.empty())
      G.Space = P.site(Line.Sites.front()).Space;
    if (Line.Sites.empty())
      addBlocks(G, Line.Sizes);
  }
  for (BlockGroup &G : Groups) {
    for (SiteIndex S : G.Sites) {
      addBlocks(G, SizesOf[uint32_t(S)]);
      G.SizesOfSites.push_back(SizesOf[uint32_t(S)]);
      if (auto R = RowOf.find(S); R != RowOf.end())
        addLifetimes(G, *R->second, P, Model);
    }
    if (G.Sizes.empty()) // Through a pointer: nobody knows to which sites.
      G.Allocated = G.Requested;
    G.AreCoroutineFrames = areCoroutineFrames(G, P);
    G.MayFitStack = mayFitStack(G, P);
    G.IsThrown = isThrown(G, P);
  }
  return Groups;
}

} // namespace anomalloc

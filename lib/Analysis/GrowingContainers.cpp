//===- GrowingContainers.cpp - blocks that containers outgrow -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/GrowingContainers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

/// What stands before the name of a function that moves what is there to more
/// room, in its linkage name; "" for other functions.
static StringRef growingContainer(StringRef Function) {
  static constexpr StringLiteral Names[] = {
      "_M_realloc_insert", "_M_realloc_append", "__push_back_slow_path",
      "__emplace_back_slow_path",
      "St6vectorIbSaIbEE13_M_insert_aux"}; // That of others moves up only.
  for (StringRef Name : Names)
    if (size_t At = Function.find(Name); At != StringRef::npos)
      return Function.take_front(At).rtrim("0123456789"); // Its length.
  return "";
}

StringRef growingContainerOf(const Site &S) {
  for (const Frame &F : S.Chain)
    if (StringRef Its = growingContainer(F.Function); !Its.empty())
      return Its;
  return "";
}

GrowingContainers::GrowingContainers(const Profile &P) : P(P) {
  for (const Count &C : P.Counts) {
    if (!C.Site || !C.Allocations)
      continue;
    if (StringRef Its = growingContainerOf(P.site(*C.Site)); !Its.empty()) {
      auto [I, New] = Smallest.try_emplace(Its, C.Size);
      I->second = std::min(I->second, C.Size);
    }
  }
}

static bool isBelowGrowth(const ChangeLine *Line) {
  return any_of(Line->MakerNames, [](StringRef Function) {
    return !growingContainer(Function).empty();
  });
}

bool GrowingContainers::madeSome(const BlockGroup &G) const {
  auto IsGrowth = [&](SiteIndex S) {
    return !growingContainerOf(P.site(S)).empty();
  };
  return any_of(G.Sites, IsGrowth) || any_of(G.Lines, isBelowGrowth);
}

std::optional<uint64_t>
GrowingContainers::elementOf(const BlockGroup &G) const {
  uint64_t Largest = 0;
  for (SiteIndex S : G.Sites) {
    auto I = Smallest.find(growingContainerOf(P.site(S)));
    if (I == Smallest.end())
      return std::nullopt;
    Largest = std::max(Largest, I->second);
  }
  if (G.Sites.empty())
    return std::nullopt;
  return Largest;
}

uint64_t GrowingContainers::movesOf(const BlockGroup &G) const {
  if (!madeSome(G))
    return 0;
  std::optional<uint64_t> Element = elementOf(G);
  // What these lines have of other lines' containers is not known, where other
  // functions made blocks, too.
  if (!Element && G.Requested.Allocations < G.Allocated.Allocations)
    return 0;
  // Else, of such blocks: those that doubled.
  auto IsMove = [&](uint64_t Size) {
    return Element ? Size > *Element
                   : G.Sizes.count(Size / 2) || G.Sizes.count((Size + 1) / 2);
  };
  uint64_t Moves = 0;
  for (auto [Size, Allocations] : G.Sizes)
    if (IsMove(Size))
      Moves = SaturatingAdd(Moves, Allocations);
  return Moves;
}

/// Whether all blocks of \p G were made where something gets more room.
static bool isOfMoves(const BlockGroup &G, const Profile &P) {
  auto Moves = [](StringRef Function) { return movesToMoreRoom(Function); };
  return !G.Sites.empty() && all_of(G.Sites, [&](SiteIndex S) {
    return P.site(S).Callee.starts_with("realloc") ||
           any_of(P.site(S).Chain,
                  [&](const Frame &F) { return Moves(F.Function); }) ||
           all_of(G.Lines, [&](const ChangeLine *Line) {
             return any_of(Line->MakerNames, Moves);
           });
  });
}

/// Whether nine of ten sizes are larger than the one before by the same step.
static bool growEvenly(const SizeCounts &Sizes) {
  auto First = Sizes.begin();
  uint64_t Step = std::next(First)->first - First->first;
  uint64_t Before = First->first - std::min(First->first, Step);
  size_t Steps = 0;
  for (auto [Size, Allocations] : Sizes) {
    Steps += Size - Before == Step;
    Before = Size;
  }
  return Steps >= Sizes.size() - Sizes.size() / 10;
}

/// How many blocks were freed when one of about their size, or a few, had been
/// made meanwhile: what took their place.
static uint64_t freedForTheNext(const BlockGroup &G) {
  constexpr uint64_t Few = 8;
  uint64_t Sum = 0;
  for (const LifetimeTable::Row *R : G.Rows)
    for (const Lifetime *Part : R->Parts) {
      LifetimeSum Its;
      Its.Buckets = Part->Counts.Buckets;
      uint64_t Longer = Its.freedAfter(SaturatingMultiply(Few, Part->Size));
      Sum = SaturatingAdd(Sum, Its.freedAfter(Part->Size / 2 + 1) - Longer);
    }
  return Sum;
}

uint64_t GrowingContainers::stepsOf(const BlockGroup &G) const {
  constexpr size_t FewSizes = 16;
  if (G.Sizes.size() < FewSizes)
    return 0;
  uint64_t All = sumOf(G.Sizes).Allocations;
  if (!G.HasLifetimes) {
    auto [First, Containers] = *G.Sizes.begin();
    uint64_t Step = std::next(G.Sizes.begin())->first - First;
    // Else they may be large from the beginning, each of a size of its own.
    return First <= 2 * Step && isOfMoves(G, P) && growEvenly(G.Sizes)
               ? All - std::min(All, Containers)
               : 0;
  }
  uint64_t Moves = freedForTheNext(G);
  bool NoneTwice = G.Sizes.size() >= All - All / 10;
  return Moves >= All - All / 10 &&
                 (growEvenly(G.Sizes) || (NoneTwice && isOfMoves(G, P)))
             ? Moves
             : 0;
}

} // namespace anomalloc

//===- GrowingContainers.cpp - blocks that containers outgrow -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/GrowingContainers.h"
#include "Support/Demangle.h"
#include "Support/MakerNames.h"
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

static bool isGrowing(StringRef Function) {
  return !growingContainer(Function).empty();
}

StringRef growingContainerOf(const Site &S) {
  return growingContainer(moverOf(S.Chain, isGrowing));
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

/// Whether the blocks of \p Line are of a container that grows, not of an
/// element that is made in it.
static bool isBelowGrowth(const ChangeLine *Line) {
  return !moverOf(Line->MakerNames, isGrowing).empty();
}

bool GrowingContainers::madeSome(const BlockGroup &G) const {
  auto IsGrowth = [&](SiteIndex S) {
    return !growingContainerOf(P.site(S)).empty();
  };
  return any_of(G.Sites, IsGrowth) || any_of(G.Lines, isBelowGrowth);
}

uint64_t GrowingContainers::movesOf(const BlockGroup &G) const {
  if (!madeSome(G))
    return 0;
  std::optional<uint64_t> Element;
  SizeCounts Others; // What other functions made.
  for (auto [S, Sizes] : zip(G.Sites, G.SizesOfSites)) {
    auto I = Smallest.find(growingContainerOf(P.site(S)));
    if (I == Smallest.end())
      addSizes(Others, Sizes);
    else
      Element = std::max(Element.value_or(0), I->second);
  }
  // What these lines have of other lines' containers is not known, where other
  // functions made blocks, too.
  if ((!Others.empty() || G.Sites.empty()) &&
      G.Requested.Allocations < G.Allocated.Allocations)
    return 0;
  // Without a growing function the allocation is in a function of its own: then
  // those that doubled.
  auto IsMove = [&](uint64_t Size) {
    return Element ? Size > *Element
                   : G.Sizes.count(Size / 2) || G.Sizes.count((Size + 1) / 2);
  };
  uint64_t Moves = 0;
  for (auto [Size, Allocations] : G.Sizes) {
    if (!IsMove(Size))
      continue;
    // A part may have all that others made of a size: so many at least.
    auto Its = Element ? Others.find(Size) : Others.end();
    uint64_t NotMoved = Its == Others.end() ? 0 : Its->second;
    Moves = SaturatingAdd(Moves, Allocations - std::min(Allocations, NotMoved));
  }
  return Moves;
}

/// Whether all blocks of \p G were made where something gets more room.
static bool isOfMoves(const BlockGroup &G, const Profile &P) {
  return !G.Sites.empty() && all_of(G.Sites, [&](SiteIndex S) {
    return P.site(S).Callee.starts_with("realloc") ||
           !moverOf(P.site(S).Chain, movesToMoreRoom).empty() ||
           all_of(G.Lines, [&](const ChangeLine *Line) {
             return !moverOf(Line->MakerNames, movesToMoreRoom).empty();
           });
  });
}

/// Whether the constructor of a library's container asked for the block: such a
/// container begins, whatever sizes others of the same line had before.
static bool isOfConstructor(const Site &S) {
  for (const Frame &F : S.Chain) {
    if (!isLibraryName(F.Function))
      return false;
    FunctionName Name(F.Function);
    // The room that a container of libc++ grows into is an object.
    if (Name.isConstructorOrDestructor() && Name.base() != "__split_buffer")
      return true;
  }
  return false;
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
  if (G.Sizes.size() < FewSizes ||
      any_of(G.Sites, [&](SiteIndex S) { return isOfConstructor(P.site(S)); }))
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

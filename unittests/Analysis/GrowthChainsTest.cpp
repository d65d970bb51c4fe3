//===- GrowthChainsTest.cpp ---------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/GrowthChains.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

using Counters = format::GrowthCounters;

constexpr const char *ReallocInsert =
    "_ZNSt6vectorIiSaIiEE17_M_realloc_insertIJRKiEEEvN9__gnu_cxx17__normal_"
    "iteratorIPiS1_EEDpOT_";
constexpr const char *Allocate = "_ZNSt12_Vector_baseIiSaIiEE11_M_allocateEm";
constexpr const char *StringCreate =
    "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm";
constexpr const char *StringMutate =
    "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_mutateEmmPKcm";
constexpr const char *Element = "_ZN7ElementC2ERKS_";

bool isGrowing(llvm::StringRef Function) { return movesToMoreRoom(Function); }

/// Blocks of one site, whose chain has these functions, innermost first.
struct Blocks {
  explicit Blocks(const std::vector<llvm::StringRef> &Chain) {
    Site &S = P.Sites.emplace_back();
    for (llvm::StringRef Function : Chain)
      S.Chain.push_back({Function});
    L.Site = SiteIndex(0);
  }
  Blocks &of(uint32_t Counter, uint64_t Number) {
    L.Counts.Buckets[Counter] = Number;
    return *this;
  }
  GrowthChains chains() const {
    GrowthChains Chains;
    Chains.add(P, L);
    return Chains;
  }

  Profile P;
  Lifetime L;
};

TEST(GrowthChains, WhatMovesAContainerIsKnownByItsName) {
  EXPECT_TRUE(movesToMoreRoom(ReallocInsert));
  EXPECT_TRUE(movesToMoreRoom("_ZNSt6vectorIiSaIiEE7reserveEm"));
  EXPECT_TRUE(movesToMoreRoom(
      "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7reserveEm"));
  EXPECT_TRUE(movesToMoreRoom(
      "_ZNSt3__16vectorIiNS_9allocatorIiEEE21__push_back_slow_pathIiEEvOT_"));
  EXPECT_FALSE(movesToMoreRoom(""));
  EXPECT_FALSE(movesToMoreRoom("_ZNSt6vectorIiSaIiEEC2Em"));
  EXPECT_FALSE(movesToMoreRoom("_ZN6MyPool7reserveEm"));
}

TEST(GrowthChains, TheMoverMadeTheContainersOwnBlock) {
  const std::vector<Frame> Own{{Allocate}, {ReallocInsert}, {"main"}};
  EXPECT_EQ(moverOf(Own, isGrowing), ReallocInsert);
  EXPECT_EQ(moverOf(std::vector<Frame>{{ReallocInsert}}, isGrowing),
            ReallocInsert);
  EXPECT_EQ(
      moverOf(std::vector<Frame>{{StringCreate}, {StringMutate}}, isGrowing),
      StringMutate);
}

TEST(GrowthChains, AnElementThatIsCopiedIsNotTheContainersBlock) {
  EXPECT_EQ(moverOf(std::vector<Frame>{{Element}, {ReallocInsert}}, isGrowing),
            "");
  EXPECT_EQ(moverOf(std::vector<Frame>{{"main"}}, isGrowing), "");
  EXPECT_EQ(moverOf(std::vector<Frame>{}, isGrowing), "");
}

TEST(GrowthChains, NamesComeWithTheOutermostFirst) {
  EXPECT_EQ(
      moverOf(std::vector<llvm::StringRef>{"main", ReallocInsert, Allocate},
              isGrowing),
      ReallocInsert);
  EXPECT_EQ(
      moverOf(std::vector<llvm::StringRef>{Allocate, ReallocInsert, Element},
              isGrowing),
      "");
}

TEST(GrowthChains, BlocksThatDidNotGrowAddNothing) {
  const GrowthChains None = Blocks({"main"}).chains();
  EXPECT_EQ(None.moves(), 0u);
  EXPECT_EQ(None.chains(), 0u);
  EXPECT_EQ(None.longest(), 0u);
}

TEST(GrowthChains, WhatReallocMadeCountsWhoeverCalledIt) {
  Blocks Some({"main"});
  Some.of(Counters::Reallocated + 1, 5).of(Counters::Reallocated + 2, 3);
  Some.of(Counters::MovedBytes, 70);
  Some.of(Counters::Shrunk, 2).of(Counters::ShrunkBytes, 9);
  const GrowthChains Chains = Some.chains();
  EXPECT_EQ(Chains.moves(), 8u);
  EXPECT_EQ(Chains.MovedBytes, 70u);
  EXPECT_EQ(Chains.Shrunk, 2u);
  EXPECT_EQ(Chains.ShrunkBytes, 9u);
  // Of five that came to one step, three went on.
  EXPECT_EQ(Chains.chains(), 5u);
  EXPECT_EQ(Chains.endedWith(1), 2u);
  EXPECT_EQ(Chains.endedWith(2), 3u);
  EXPECT_EQ(Chains.longest(), 2u);
}

TEST(GrowthChains, TwiceTheSizeIsGrowthOnlyInCodeThatMoves) {
  Blocks Moved({Allocate, ReallocInsert}), Other({"main"});
  for (Blocks *B : {&Moved, &Other})
    B->of(Counters::Doubled + 1, 4).L.Size = 32;
  EXPECT_EQ(Moved.chains().moves(), 4u);
  // Each of the smaller blocks had half of it.
  EXPECT_EQ(Moved.chains().MovedBytes, 64u);
  EXPECT_EQ(Other.chains().moves(), 0u);
  EXPECT_EQ(Other.chains().MovedBytes, 0u);
}

TEST(GrowthChains, AStringsBlockHasAByteLess) {
  Blocks Text({StringCreate, StringMutate});
  Text.of(Counters::Doubled + 1, 1).L.Size = 31;
  EXPECT_EQ(Text.chains().MovedBytes, 16u);
}

TEST(GrowthChains, AFunctionInTheLibraryItselfMoves) {
  Blocks Dark({"main"});
  DarkOrigin Origin;
  Origin.Function = StringMutate;
  Dark.P.Dark = {Origin};
  Dark.L.Site = std::nullopt;
  Dark.L.Dark = DarkIndex(0);
  Dark.of(Counters::Doubled + 1, 3).L.Size = 2;
  EXPECT_EQ(Dark.chains().moves(), 3u);
}

TEST(GrowthChains, MoreStepsThanCountedAreMovesAndNoMoreChains) {
  Blocks Long({"main"});
  Long.of(Counters::Reallocated + Counters::MaxSteps, 2);
  Long.of(Counters::Reallocated + Counters::More, 7);
  const GrowthChains Chains = Long.chains();
  EXPECT_EQ(Chains.moves(), 9u);
  EXPECT_EQ(Chains.chains(), 2u);
  EXPECT_EQ(Chains.endedWith(Counters::MaxSteps), 2u);
  EXPECT_EQ(Chains.longest(), Counters::MaxSteps);
}

TEST(GrowthChains, SumsStopAtTheLargestNumber) {
  Blocks Much({"main"});
  Much.of(Counters::Reallocated + 1, UINT64_MAX);
  GrowthChains Chains = Much.chains();
  Chains.add(Much.P, Much.L);
  EXPECT_EQ(Chains.moves(), UINT64_MAX);
}

} // namespace

//===- EstimateTest.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/estimate/Estimate.h"
#include "Analysis/estimate/ScaleSamples.h"
#include "Analysis/lifetimes/LifetimeTable.h"
#include "Profile/SamplingWords.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

/// A profile of one process, with a lane and \p Stacks stacks of one level.
struct Sampled : Profile {
  explicit Sampled(const char *Rate, uint32_t Stacks = 0) {
    Processes.emplace_back().Lifetimes.emplace();
    Processes.back().Info["mode"] = "lifetime+stacks";
    if (*Rate)
      Processes.back().Info["sample"] = Rate;
    Lanes.emplace_back();
    for (uint32_t I = 0; I != Stacks; ++I) {
      Places.emplace_back().Offset = I + 1;
      this->Stacks.emplace_back().Place = PlaceIndex(I);
    }
  }
  void count(uint32_t Site, uint64_t Size, uint64_t Number) {
    Sites.resize(std::max<size_t>(Sites.size(), Site + 1));
    Count C;
    C.Site = SiteIndex(Site);
    C.Size = Size;
    C.Allocations = Number;
    Counts.push_back(C);
  }
  Lifetime &life(uint32_t Site, uint64_t Size, uint64_t Made, uint64_t Freed) {
    Lifetime &L = Lifetimes.emplace_back();
    L.Site = SiteIndex(Site);
    L.Size = Size;
    L.Counts.Allocated = Made;
    L.Counts.Freed = Freed;
    return L;
  }
  void stack(uint32_t Stack, uint32_t Site, uint64_t Size, uint64_t Made) {
    StackCount &C = StackCounts.emplace_back();
    C.Stack = StackIndex(Stack);
    C.Site = SiteIndex(Site);
    C.Size = Size;
    C.Allocations = Made;
  }
};

Estimate estimateOf(const Profile &P, const Lifetime &L, uint64_t Blocks,
                    uint64_t Each = 1) {
  SampleSum T;
  T.add(P, L.Drawn, Blocks, Each);
  return T.estimate(P);
}

TEST(ScaleSamples, WhatIsNoSampleStaysAsItIs) {
  Sampled P("");
  P.count(0, 64, 1000);
  P.life(0, 64, 100, 75);
  scaleSamples(P);
  EXPECT_FALSE(P.isEstimated());
  EXPECT_EQ(P.Lifetimes[0].Counts.Allocated, 100u);
}

TEST(ScaleSamples, DrawnBlocksStandForAllOfTheirSite) {
  Sampled P("count:10");
  P.count(0, 64, 1000);
  Lifetime &L = P.life(0, 64, 100, 75);
  L.Counts.Temporary = 30;
  L.Counts.AtPeak = 10;
  L.Counts.Buckets[3] = 75;
  L.FreeSites.push_back({DarkIndex(0), 75});
  scaleSamples(P);
  EXPECT_TRUE(P.isEstimated());
  const LifetimeCounts &C = P.Lifetimes[0].Counts;
  EXPECT_EQ(C.Allocated, 1000u);
  EXPECT_EQ(C.Freed, 750u);
  EXPECT_EQ(C.live(), 250u);
  EXPECT_EQ(C.Temporary, 300u);
  EXPECT_EQ(C.AtPeak, 100u);
  EXPECT_EQ(C.bucket(3), 750u);
  EXPECT_EQ(P.Lifetimes[0].FreeSites[0].second, 750u);
  EXPECT_EQ(P.Lifetimes[0].Drawn.Blocks, 100u);
  EXPECT_TRUE(P.NotDrawn.empty());
}

TEST(ScaleSamples, BlocksStandForThoseThatWereDrawnAtTheirRate) {
  // First 1 in 10 blocks was drawn, all of which live; then about 1 in 80.
  Sampled P("auto:640", 2);
  P.Sections = {"", "solve", "", "solve"};
  P.Doublings = {{2, 3}, {3, 3}};
  for (uint32_t Section = 0; Section != 4; ++Section) {
    P.count(0, 64, Section < 2 ? 1000 : 8000);
    P.Counts.back().Section = SectionIndex(Section);
    P.life(0, 64, 100, Section < 2 ? 0 : 100).Section = SectionIndex(Section);
    P.stack(Section / 2, 0, 64, 100);
    P.StackCounts.back().Section = SectionIndex(Section);
  }
  scaleSamples(P);
  EXPECT_EQ(P.MostDoublings, 3u);
  EXPECT_EQ(rateInWords(P), "one block in 640 B to 5.000 KiB");
  EXPECT_EQ(rateName(P), "auto:640..5120");
  EXPECT_EQ(P.Sections, (std::vector<std::string>{"", "solve"}));
  ASSERT_EQ(P.Counts.size(), 2u);
  EXPECT_EQ(P.Counts[1].Allocations, 9000u);
  ASSERT_EQ(P.Lifetimes.size(), 4u);
  SampleSum Live, OfSecond;
  for (const Lifetime &L : P.Lifetimes)
    Live.add(P, L.Drawn, L.Counts.live());
  for (const StackCount &C : P.StackCounts)
    if (C.Stack == StackIndex(1))
      OfSecond.add(P, C.Drawn, C.Allocations);
  EXPECT_EQ(Live.estimate(P).Value, 2000u);
  EXPECT_EQ(OfSecond.estimate(P).Value, 16000u);
  EXPECT_NEAR(P.Strata[P.Lifetimes[0].Drawn.Stratum].Chance, .0952, .0001);
  EXPECT_NEAR(P.Strata[P.Lifetimes[1].Drawn.Stratum].Chance, .0124, .0001);
}

TEST(ScaleSamples, SmallStrataOfDifferentRatesStayApart) {
  // Of each size and rate less than ten draws are expected.
  Sampled P("auto:640");
  P.Sections = {"", ""};
  P.Doublings = {{1, 1}};
  for (uint32_t Section = 0; Section != 2; ++Section)
    for (uint64_t Size : {16, 24}) {
      P.count(0, Size, 40);
      P.Counts.back().Section = SectionIndex(Section);
      P.life(0, Size, 1 + Section, 0).Section = SectionIndex(Section);
    }
  scaleSamples(P);
  ASSERT_EQ(P.Lifetimes.size(), 4u);
  uint64_t Sum = 0;
  for (const Lifetime &L : P.Lifetimes) {
    const Stratum &Its = P.Strata[L.Drawn.Stratum];
    EXPECT_EQ(Its.Blocks, 80u);
    EXPECT_EQ(Its.Drawn, 2 * L.Drawn.Blocks);
    Sum += L.Counts.Allocated;
  }
  EXPECT_EQ(Sum, 160u);
}

TEST(ScaleSamples, StacksOfASiteAddUpToItsExactCount) {
  Sampled P("count:10", 3);
  P.count(0, 64, 1001);
  for (uint32_t I = 0; I != 3; ++I)
    P.stack(I, 0, 64, 33 + I);
  scaleSamples(P);
  uint64_t Sum = 0;
  for (const StackCount &C : P.StackCounts) {
    EXPECT_NEAR(double(C.Allocations), 1001. / 102 * double(C.Drawn.Blocks), 1);
    Sum += C.Allocations;
  }
  EXPECT_EQ(Sum, 1001u);
}

TEST(ScaleSamples, SmallBlocksOfASiteShareAStratumByChance) {
  // Of blocks of 16 and of 24 bytes, 1.6 and 2.4 are expected to be drawn.
  Sampled P("bytes:1000");
  P.count(0, 16, 100);
  P.count(0, 24, 100);
  P.life(0, 16, 1, 0);
  P.life(0, 24, 1, 1);
  scaleSamples(P);
  // 200 * (1/0.015873) / (1/0.015873 + 1/0.023714)
  EXPECT_EQ(P.Lifetimes[0].Counts.Allocated, 120u);
  EXPECT_EQ(P.Lifetimes[1].Counts.Allocated, 80u);
}

TEST(ScaleSamples, SizesWithEnoughDrawsStandAlone) {
  Sampled P("bytes:1000");
  P.count(0, 16, 10000); // 160 are expected.
  P.count(0, 24, 10000); // 240.
  P.life(0, 16, 200, 0);
  P.life(0, 24, 200, 0);
  scaleSamples(P);
  EXPECT_EQ(P.Lifetimes[0].Counts.Allocated, 10000u);
  EXPECT_EQ(P.Lifetimes[1].Counts.Allocated, 10000u);
}

TEST(ScaleSamples, SizesThatWerePutTogetherShareAStratum) {
  // 20,000 blocks of their mean size; the drawn ones have the middle of the
  // power of two, and one has a size that was told apart.
  Sampled P("bytes:1000");
  P.Processes[0].Info["sizes_full"] = "5";
  P.count(0, 70, 20000);
  P.count(0, 100, 1000);
  P.life(0, 96, 600, 300);
  P.life(0, 100, 100, 0);
  scaleSamples(P);
  EXPECT_EQ(P.Lifetimes[0].Counts.Allocated + P.Lifetimes[1].Counts.Allocated,
            21000u);
  // 21000 * (600/0.091536) / (600/0.091536 + 100/0.095163)
  EXPECT_NEAR(double(P.Lifetimes[0].Counts.Allocated), 18097, 2);
  EXPECT_TRUE(P.NotDrawn.empty());
}

TEST(ScaleSamples, WhatWasNotDrawnIsListed) {
  Sampled P("count:100", 1);
  P.count(0, 64, 10000);
  P.count(1, 64, 20);
  P.life(0, 64, 100, 0);
  P.stack(0, 0, 64, 100);
  scaleSamples(P);
  ASSERT_EQ(P.NotDrawn.size(), 1u);
  EXPECT_EQ(P.NotDrawn[0].Site, SiteIndex(1));
  EXPECT_EQ(P.NotDrawn[0].Allocations, 20u);
  EXPECT_EQ(P.WithoutStacks.size(), 1u);
}

TEST(ScaleSamples, NobodyIsTakenForMoreThanHeWas) {
  // The process died before it counted what it had drawn.
  Sampled P("count:10");
  P.count(0, 64, 3);
  P.life(0, 64, 4, 1);
  scaleSamples(P);
  EXPECT_EQ(P.Lifetimes[0].Counts.Allocated, 4u);
  EXPECT_EQ(P.Lifetimes[0].Counts.Freed, 1u);
}

TEST(ScaleSamples, ThePeakIsWhatLivedThen) {
  Sampled P("count:10");
  P.count(0, 64, 1000);
  P.life(0, 64, 100, 75).Counts.AtPeak = 50;
  LifetimeTotals &T = *P.Processes[0].Lifetimes;
  T.PeakBytes = 400 * 64;
  T.Timeline = {{200 * 64, 200, 220 * 64}};
  scaleSamples(P);
  EXPECT_EQ(T.PeakBytes, 500u * 64);
  EXPECT_EQ(T.Timeline[0].Bytes, 250u * 64);
  EXPECT_EQ(T.Timeline[0].Blocks, 250u);
  EXPECT_EQ(T.Timeline[0].UsableBytes, 275u * 64);
}

TEST(Estimate, AnIntervalIsWilsons) {
  Sampled P("count:10");
  P.count(0, 64, 1000);
  P.life(0, 64, 100, 75);
  scaleSamples(P);
  // The share is 25 of 100. In Wilson's formula the square of 1.96 is
  // multiplied by 0.9, since a tenth was drawn: 0.1788 to 0.3380.
  Estimate E = estimateOf(P, P.Lifetimes[0], 250);
  EXPECT_EQ(E.Value, 250u);
  EXPECT_EQ(E.Low, 179u);
  EXPECT_EQ(E.High, 338u);
  EXPECT_EQ(E.Draws, 25u);
  EXPECT_FALSE(E.IsExact);
  EXPECT_FALSE(E.isFromFew());
  Estimate Bytes = estimateOf(P, P.Lifetimes[0], 250, 64);
  EXPECT_EQ(Bytes.Value, 250u * 64);
  EXPECT_NEAR(double(Bytes.High), 338 * 64, 64);
}

TEST(Estimate, AllOfADrawnSiteIsNoMoreThanThereIs) {
  Sampled P("count:10");
  P.count(0, 64, 1000);
  P.life(0, 64, 100, 0);
  scaleSamples(P);
  Estimate E = estimateOf(P, P.Lifetimes[0], 1000);
  EXPECT_EQ(E.High, 1000u);
  EXPECT_NEAR(double(E.Low), 967, 1); // 1/(1 + 3.457/100)
}

TEST(Estimate, BlocksThatAreAlwaysDrawnAreExact) {
  Sampled P("bytes:100");
  P.count(0, 1000000, 50);
  P.life(0, 1000000, 50, 20);
  scaleSamples(P);
  Estimate E = estimateOf(P, P.Lifetimes[0], 30);
  EXPECT_TRUE(E.IsExact);
  EXPECT_EQ(E.Low, 30u);
  EXPECT_EQ(E.High, 30u);
}

TEST(Estimate, AtLeastTheDrawnOnesWereThere) {
  Sampled P("count:2");
  P.count(0, 64, 100);
  P.life(0, 64, 50, 47);
  scaleSamples(P);
  Estimate E = estimateOf(P, P.Lifetimes[0], 6);
  EXPECT_EQ(E.Draws, 3u);
  EXPECT_TRUE(E.isFromFew());
  EXPECT_GE(E.Low, 3u);
}

TEST(Estimate, OtherSizesOfTheCodeMayHaveSome) {
  Sampled P("count:10");
  P.count(0, 64, 1000);
  P.count(0, 500, 1000);
  P.life(0, 64, 100, 75);
  P.life(0, 500, 100, 100);
  scaleSamples(P);
  // 0 of 100 draws: up to 1000 * 3.457/103.457 = 33.4 blocks.
  Estimate E = estimateOf(P, P.Lifetimes[0], 250);
  EXPECT_EQ(E.Low, 179u);
  EXPECT_NEAR(double(E.High), 250 + std::hypot(88, 33.4), 1);
}

TEST(Estimate, NothingIsKnownOfWhatWasNotDrawn) {
  Sampled P("count:10");
  P.count(0, 64, 1000);
  P.count(0, 500, 40);
  P.life(0, 64, 100, 75);
  scaleSamples(P);
  // All of them may count, whatever was drawn of others.
  Estimate E = estimateOf(P, P.Lifetimes[0], 250);
  EXPECT_NEAR(double(E.High), 250 + 88 + 40, 1);
}

TEST(Estimate, TheMedianIsWhereHalfOfTheDrawsMayEnd) {
  LifetimeSum S;
  S.Buckets = {{3, 140}, {4, 20}, {20, 140}};
  const uint64_t Third = format::LifetimeBuckets::longest(3),
                 Fourth = format::LifetimeBuckets::longest(4),
                 Last = format::LifetimeBuckets::longest(20);
  EXPECT_EQ(S.medianLifetime(HUGE_VAL).Value, Fourth);
  EXPECT_TRUE(S.medianLifetime(HUGE_VAL).IsExact);
  Estimate OfFew = S.medianLifetime(30), OfMany = S.medianLifetime(30000);
  EXPECT_EQ(OfFew.Value, Fourth);
  EXPECT_EQ(OfFew.Low, Third);
  EXPECT_EQ(OfFew.High, Last);
  EXPECT_EQ(OfMany.Low, Fourth);
  EXPECT_EQ(OfMany.High, Fourth);
  EXPECT_FALSE(OfMany.IsExact);
}

TEST(Estimate, SmallSitesAreOneInASumOverAll) {
  // Ten sites of 20 blocks, of which two are expected to be drawn. By site, the
  // two that were drawn stand for 40 blocks; over all code, for 200.
  Sampled P("count:10");
  for (uint32_t I = 0; I != 10; ++I)
    P.count(I, 64, 20);
  P.life(0, 64, 2, 0);
  P.life(1, 64, 2, 1);
  scaleSamples(P);
  SampleSum Of(/*InTotals=*/true), BySite;
  for (const Lifetime &L : P.Lifetimes) {
    Of.add(P, L.Drawn, L.Counts.live());
    BySite.add(P, L.Drawn, L.Counts.live());
  }
  EXPECT_EQ(BySite.estimate(P).Value, 30u);
  EXPECT_EQ(Of.estimate(P).Value, 150u);
}

} // namespace

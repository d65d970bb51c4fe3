//===- MakerSharesTest.cpp -----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/MakerShares.h"
#include "MakersCode.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

/// "0=7 ?=1 unknown 2": what passes of each call, if only blocks of \p Size do.
std::string shares(const Code &C, uint64_t Size) {
  MakerShares Its = shareMakers(
      C.P, [](SectionIndex, LaneIndex) { return true; },
      [&](const Count &Some) { return Some.Size == Size; });
  std::string Text;
  for (const MakerCount &Some : Its.Known)
    Text += (Text.empty() ? "" : " ") +
            (Some.Call ? std::to_string(uint32_t(*Some.Call)) : "?") + "=" +
            std::to_string(Some.Blocks);
  for (MakerCallIndex Call : Its.Unknown)
    Text += " unknown " + std::to_string(uint32_t(Call));
  return Text;
}

/// A maker that two lines call.
struct TwoCalls : Code {
  TwoCalls() {
    site({maker("make", 7)});
    call({user("run", 3)}, "make").call({user("main", 9)}, "make");
  }
};

TEST(MakerShares, IfAllPassesEachCallHasWhatItCounted) {
  TwoCalls C;
  C.made(0, 10).counted(0, 7).counted(1, 2).counted(std::nullopt, 1);
  EXPECT_EQ(shares(C, 8), "0=7 1=2 ?=1");
  EXPECT_EQ(shares(C, 16), "");
}

TEST(MakerShares, TwoSizesHaveOneSolution) {
  TwoCalls C;
  C.made(0, 6, 8).made(0, 4, 16);
  C.counted(0, 5, 8).counted(1, 1, 8).counted(1, 4, 16);
  EXPECT_EQ(shares(C, 8), "0=5 1=1");
  EXPECT_EQ(shares(C, 16), "1=4");
}

TEST(MakerShares, TheOnlyOpenCallHasTheRest) {
  Code C;
  C.site({maker("make", 7)}).made(0, 3, 16).made(0, 2, 24);
  C.site({maker("build", 8)}).made(1, 10, 8);
  C.call({maker("make", 5)}, "build");
  C.call({user("run", 3)}, "make").counted(1, 6, 8);
  C.counted(1, 3, 16).counted(1, 2, 24);
  C.call({user("main", 9)}, "build").counted(2, 4, 8);
  EXPECT_EQ(shares(C, 8), "2=4 1=6");
}

TEST(MakerShares, OfThreeSizesNobodyKnows) {
  TwoCalls C;
  C.made(0, 4, 8).made(0, 4, 16).made(0, 4, 24);
  C.counted(0, 6, 16).counted(1, 6, 16);
  EXPECT_EQ(shares(C, 8), " unknown 0 unknown 1");
}

TEST(MakerShares, ASiteWithALineIsNoMakers) {
  TwoCalls C;
  C.site({user("run", 5)}).made(1, 9, 32).made(0, 2, 8).counted(0, 2, 8);
  EXPECT_EQ(shares(C, 8), "0=2");
  EXPECT_EQ(shares(C, 32), "");
}

} // namespace

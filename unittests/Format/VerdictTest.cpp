//===- VerdictTest.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/VerdictText.h"
#include "gtest/gtest.h"

using namespace anomalloc;

namespace {

BlockVerdict kept() {
  BlockVerdict V;
  V.Life = BlockLife::Iteration;
  V.CanBeKept = V.FitsStack = true;
  V.SizeBound = 48;
  return V;
}

BlockVerdict escapes() {
  BlockVerdict V;
  V.Life = BlockLife::Call;
  V.SizeBound = 64;
  V.Obstacle = VerdictObstacle::Call;
  V.Name = "_Z4normPi";
  V.File = "/src/norm.cpp";
  V.Line = 7;
  V.Column = 3;
  return V;
}

/// Units may disagree about an inline function: one has inlined what it calls.
TEST(Verdict, OfTwoUnitsTheWeakerStands) {
  BlockVerdict V = kept();
  V.keepCommon(escapes());
  EXPECT_EQ(V.Life, BlockLife::Call);
  EXPECT_FALSE(V.CanBeKept);
  EXPECT_FALSE(V.FitsStack);
  EXPECT_EQ(V.SizeBound, 64u);
  EXPECT_EQ(V.Obstacle, VerdictObstacle::Call);
  // The texts of the other are another table's, which may be gone.
  EXPECT_EQ(V.File, "");
  EXPECT_EQ(V.Line, 0u);
}

TEST(Verdict, AnObstacleKeepsItsPlaceBesideABetterVerdict) {
  BlockVerdict V = escapes();
  V.keepCommon(kept());
  EXPECT_EQ(V.Life, BlockLife::Call);
  EXPECT_EQ(V.Obstacle, VerdictObstacle::Call);
  EXPECT_EQ(V.File, "/src/norm.cpp");
  EXPECT_EQ(V.SizeBound, 64u);
}

TEST(Verdict, ABoundThatOneUnitLacksIsNone) {
  BlockVerdict V = kept(), Unbounded = kept();
  Unbounded.SizeBound.reset();
  V.keepCommon(Unbounded);
  EXPECT_EQ(V.SizeBound, std::nullopt);
}

TEST(Verdict, ReadersStandIfBothUnitsNameTheSame) {
  BlockVerdict V = kept(), Same = kept(), Other = kept();
  V.Readers = Same.Readers = BlockReaders{"_Z4normPi", 1};
  Other.Readers = BlockReaders{"_Z4normPi", 2};
  V.keepCommon(Same);
  ASSERT_TRUE(V.Readers);
  EXPECT_EQ(V.Readers->First, "_Z4normPi");
  V.keepCommon(Other);
  EXPECT_FALSE(V.Readers);
  Same.keepCommon(kept());
  EXPECT_FALSE(Same.Readers);
}

TEST(SiteFacts, WhatOneUnitDidNotJudgeIsNotJudged) {
  SiteFacts Judged, Not;
  Judged.Proved = kept();
  Judged.keepCommon(Not);
  EXPECT_FALSE(Judged.Proved);
}

TEST(VerdictText, SaysWhatIsProvedAndWhatStandsAgainst) {
  EXPECT_EQ(lifeText(BlockLife::Iteration),
            "freed on every path before the next iteration");
  EXPECT_EQ(chanceText(kept(), "mesh.cpp:40"),
            "could be made once before the loop at mesh.cpp:40, or fit the "
            "stack (at most 48 bytes)");
  EXPECT_EQ(chanceText(escapes(), ""), "");
  EXPECT_EQ(obstacleText(VerdictObstacle::Call, "norm"),
            "its address is given to norm");
  EXPECT_EQ(obstacleText(VerdictObstacle::Call, ""),
            "its address is given to a function");
  EXPECT_EQ(obstacleText(VerdictObstacle::Member, ""),
            "it is stored in a member");
  EXPECT_EQ(readersText("norm", 1), "escapes only to norm, which only reads");
  EXPECT_EQ(readersText("norm", 3),
            "escapes only to norm and 2 more, which only read");
  EXPECT_EQ(readersText("", 1), "escapes only to a function, which only reads");
}

} // namespace

//===- ChangeLinesTest.cpp -----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/ChangeLines.h"
#include "MakersCode.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

LinesToChange linesOf(const Code &C, LineDetail Detail = LineDetail::Lines) {
  const LoopDepths Depths(C.P);
  return findLinesToChange(C.P, C.P.Counts, C.P.StackCounts,
                           {C.P.MakerCounts, {}}, Depths, Detail);
}

/// "run:3=10 main:9?": each line with its blocks, if they were counted.
std::string told(const LinesToChange &Lines) {
  std::string Text;
  for (const ChangeLine &L : Lines.Lines)
    Text += (Text.empty() ? "" : " ") + shown(L.line()) +
            (L.IsCounted ? "=" + std::to_string(L.Sum.Allocations) : "?");
  return Text;
}

TEST(ChangeLines, AChainTellsItsLine) {
  Code C;
  C.site({library("push", 1), maker("make", 7), user("run", 3)}).made(0, 10);
  const LinesToChange Lines = linesOf(C);
  EXPECT_EQ(told(Lines), "run:3=10");
  EXPECT_EQ(shown(Lines.Lines[0].Makers), "make:7");
  EXPECT_EQ(Lines.Lines[0].Callee, "make");
}

TEST(ChangeLines, ThePassSaysWhichLevelsOfAChainAreMakers) {
  Code C;
  C.site({maker("make", 7), user("run", 3)}).made(0, 10);
  C.P.Sites[0].ChangeFrame = 0; // In its unit, make was none.
  EXPECT_EQ(told(linesOf(C)), "make:7=10");
}

TEST(ChangeLines, CountersOfCallsTellWhoseBlocksAMakersAre) {
  Code C;
  C.site({maker("make", 7)}).made(0, 10);
  C.call({user("run", 3)}, "make").call({user("main", 9)}, "make");
  C.counted(0, 7).counted(1, 2).counted(std::nullopt, 1);
  const LinesToChange Lines = linesOf(C);
  EXPECT_EQ(told(Lines), "run:3=7 main:9=2");
  EXPECT_EQ(Lines.Unknown.Allocations, 1u);
  EXPECT_TRUE(Lines.CallsCounted);
}

TEST(ChangeLines, WithoutCountersOneCallHasAllAndOfTwoNobodyKnows) {
  Code C;
  C.site({maker("make", 7)}).made(0, 10).call({user("run", 3)}, "make");
  EXPECT_EQ(told(linesOf(C)), "run:3=10");
  C.call({user("main", 9)}, "make");
  const LinesToChange Lines = linesOf(C);
  EXPECT_EQ(told(Lines), "run:3? main:9?");
  EXPECT_EQ(Lines.Unknown.Allocations, 10u);
}

TEST(ChangeLines, StacksThatAreWholeAreAskedBeforeCounters) {
  Code C;
  C.site({maker("make", 7)}).made(0, 10);
  C.call({user("run", 3)}, "make").counted(0, 10);
  C.stack(0, 6, {maker("make", 7), user("run", 3)});
  EXPECT_EQ(told(linesOf(C)), "run:3=10");
  EXPECT_FALSE(linesOf(C).StacksRead);
  C.stack(0, 4, {maker("make", 7), user("main", 9)});
  EXPECT_EQ(told(linesOf(C)), "run:3=6 main:9=4");
  EXPECT_TRUE(linesOf(C).StacksRead);
}

TEST(ChangeLines, CodeWithoutSitesHasLinesByStacks) {
  Code C;
  C.stack(std::nullopt, 4, {library("grow", 1), user("run", 3)});
  const LinesToChange Lines = linesOf(C);
  EXPECT_EQ(told(Lines), "run:3=4");
  EXPECT_EQ(Lines.Lines[0].Dark.Allocations, 4u);
}

TEST(ChangeLines, ACallThroughAPointerHasWhatItCounted) {
  Code C;
  C.site({maker("make", 7)}).made(0, 10);
  C.call({user("run", 3)}, "").counted(0, 10);
  EXPECT_EQ(told(linesOf(C)), "run:3=10 make:7?");
}

TEST(ChangeLines, BlocksOfACallWithoutALineAreUnknown) {
  Code C; // No compiler writes such a call.
  C.site({maker("make", 7)}).made(0, 10);
  C.call({library("push", 1)}, "make").counted(0, 10);
  const LinesToChange Lines = linesOf(C);
  EXPECT_EQ(told(Lines), "make:7?");
  EXPECT_EQ(Lines.Unknown.Allocations, 10u);
}

TEST(ChangeLines, MakersThatNobodyCallsAreTheirOwnLine) {
  Code C;
  C.site({library("push", 1), maker("make", 7)}).made(0, 10);
  EXPECT_EQ(told(linesOf(C)), "make:7=10");
}

TEST(ChangeLines, TheDepthIsThatOfTheCallAndOfItsMakers) {
  Code C;
  C.site({maker("make", 7)}, /*Loops=*/1).made(0, 10);
  C.call({user("run", 3)}, "make", /*Loops=*/2);
  const LinesToChange Lines = linesOf(C);
  EXPECT_EQ(Lines.Lines[0].Depth, 3u);
  EXPECT_EQ(Lines.Lines[0].LoopsInMakers, 1u);
}

TEST(ChangeLines, AMakerOfManyLinesIsShared) {
  Code C;
  C.P.Makers.insert({"_ZN4MeshC2Ev", ""});
  C.site({maker("_ZN4MeshC2Ev", 7)}).made(0, 50);
  for (uint32_t I = 0; I != 5; ++I)
    C.call({user("run", I + 1)}, "_ZN4MeshC2Ev").counted(I, 10);
  for (const ChangeLine &L : linesOf(C).Lines)
    EXPECT_TRUE(L.OfSharedMaker);
}

} // namespace

//===- WayListTest.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/WayList.h"
#include "MakersCode.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

LinesToChange waysOf(const Code &C) {
  const LoopDepths Depths(C.P);
  return findLinesToChange(C.P, C.P.Counts, C.P.StackCounts,
                           {C.P.MakerCounts, {}}, Depths, LineDetail::Ways);
}

TEST(WayList, AChainIsOneWayHoweverManySitesItHas) {
  Code C;
  C.site({user("run", 3)}).site({user("run", 3)}).made(0, 4).made(1, 6, 16);
  const LinesToChange Lines = waysOf(C);
  ASSERT_EQ(Lines.Ways.size(), 1u);
  EXPECT_EQ(Lines.Ways[0].Sites.size(), 2u);
  EXPECT_EQ(Lines.Ways[0].Sum.Allocations, 10u);
  EXPECT_EQ(Lines.Ways[0].Sizes, (SizeCounts{{8, 4}, {16, 6}}));
  EXPECT_EQ(Lines.Ways[0].Line, 0u);
}

TEST(WayList, ACountedCallIsAWayWithAllItsMakers) {
  Code C;
  C.site({maker("build", 8)}).made(0, 10);
  C.call({maker("make", 7), user("run", 3)}, "build").counted(0, 10);
  const LinesToChange Lines = waysOf(C);
  ASSERT_EQ(Lines.Ways.size(), 1u);
  const ChangeWay &Way = Lines.Ways[0];
  EXPECT_EQ(Way.Call, MakerCallIndex(0));
  EXPECT_EQ(shown(Way.Levels), "run:3");
  EXPECT_EQ(shown(Way.Makers), "make:7");
  EXPECT_EQ(Way.CalledMakers, (std::vector<llvm::StringRef>{"build"}));
  EXPECT_EQ(Way.Sum.Allocations, 10u);
  EXPECT_EQ(Lines.InMakers, std::vector<SiteIndex>{SiteIndex(0)});
}

TEST(WayList, OfCallsThatNobodyCountedEachMayHaveAll) {
  Code C;
  C.site({maker("make", 7)}).made(0, 10);
  C.call({user("run", 3)}, "make").call({user("main", 9)}, "make");
  const LinesToChange Lines = waysOf(C);
  ASSERT_EQ(Lines.Ways.size(), 2u);
  for (const ChangeWay &Way : Lines.Ways) {
    EXPECT_TRUE(Way.IsShared);
    EXPECT_EQ(Way.Sum.Allocations, 10u);
  }
}

TEST(WayList, ASiteThatNeverRanHasItsWay) {
  Code C;
  C.site({user("run", 3)});
  const LinesToChange Lines = waysOf(C);
  EXPECT_TRUE(Lines.Lines.empty());
  ASSERT_EQ(Lines.Ways.size(), 1u);
  EXPECT_FALSE(Lines.Ways[0].Line);
}

} // namespace

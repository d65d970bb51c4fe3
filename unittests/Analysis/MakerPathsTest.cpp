//===- MakerPathsTest.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/MakerPaths.h"
#include "MakersCode.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

std::vector<MakerPath> pathsTo(const Code &C, uint32_t Site = 0) {
  return findMakerPaths(C.P, MakerGraph(C.P), C.P.Sites[Site]);
}

TEST(MakerPaths, APathHasTheMakersTheOutermostFirst) {
  Code C;
  C.site({library("push", 1), maker("build", 8)});
  C.call({maker("make", 7)}, "build").call({user("run", 3)}, "make");
  const std::vector<MakerPath> Paths = pathsTo(C);
  ASSERT_EQ(Paths.size(), 1u);
  EXPECT_EQ(Paths[0].Call, MakerCallIndex(1));
  EXPECT_EQ(shown(Paths[0].Makers), "make:7 build:8 push:1");
  EXPECT_TRUE(Paths[0].OnSomeWays.empty());
}

TEST(MakerPaths, EachCallHasAPathInTheOrderOfCalls) {
  Code C;
  C.site({maker("build", 8)});
  C.call({user("run", 3)}, "make").call({maker("make", 7)}, "build");
  C.call({library("copy", 2), user("run", 4)}, "build");
  const std::vector<MakerPath> Paths = pathsTo(C);
  ASSERT_EQ(Paths.size(), 2u);
  EXPECT_EQ(shown(Paths[0].Makers), "make:7 build:8");
  EXPECT_EQ(Paths[1].Call, MakerCallIndex(2));
  EXPECT_EQ(shown(Paths[1].Makers), "copy:2 build:8");
}

TEST(MakerPaths, OfSeveralWaysStaysWhatTheyShare) {
  Code C;
  C.site({library("grow", 1)});
  C.call({user("run", 3)}, "make");
  C.call({maker("make", 7)}, "build").call({maker("make", 7)}, "grow");
  C.call({maker("build", 8)}, "grow");
  const std::vector<MakerPath> Paths = pathsTo(C);
  ASSERT_EQ(Paths.size(), 1u);
  EXPECT_EQ(shown(Paths[0].Makers), "make:7 grow:1");
  EXPECT_EQ(Paths[0].OnSomeWays, std::set<llvm::StringRef>{"build"});
}

TEST(MakerPaths, AFunctionWithTwoLinesHasNone) {
  Code C;
  C.site({library("grow", 1)});
  C.call({user("run", 3)}, "make");
  C.call({maker("make", 7)}, "build").call({maker("make", 9)}, "grow");
  C.call({maker("build", 8)}, "grow");
  EXPECT_EQ(shown(pathsTo(C)[0].Makers), "make:0 grow:1");
}

TEST(MakerPaths, LoopsOfMakersAreAddedUp) {
  Code C;
  C.site({maker("build", 8)}, /*Loops=*/1);
  C.call({maker("make", 7)}, "build", /*Loops=*/2);
  C.call({user("run", 3)}, "make", /*Loops=*/4);
  EXPECT_EQ(pathsTo(C)[0].InnerLoops, 3u);
}

TEST(MakerPaths, WithoutACallTheMakersThatNobodyCallsAreTold) {
  Code C;
  C.site({library("grow", 1)}).call({maker("make", 7)}, "grow");
  const std::vector<MakerPath> Paths = pathsTo(C);
  ASSERT_EQ(Paths.size(), 1u);
  EXPECT_FALSE(Paths[0].Call);
  EXPECT_EQ(shown(Paths[0].Makers), "make:7 grow:1");
}

TEST(MakerPaths, RecursionEnds) {
  Code C;
  C.site({maker("make", 8)}).call({maker("make", 7)}, "make");
  C.call({user("run", 3)}, "make");
  const std::vector<MakerPath> Paths = pathsTo(C);
  ASSERT_EQ(Paths.size(), 1u);
  EXPECT_EQ(Paths[0].Call, MakerCallIndex(1));
}

} // namespace

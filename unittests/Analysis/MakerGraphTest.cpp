//===- MakerGraphTest.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/MakerGraph.h"
#include "MakersCode.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

/// The numbers of the calls, sorted.
std::vector<uint32_t> numbers(const std::vector<MakerCallIndex> &Calls) {
  std::vector<uint32_t> Numbers;
  for (MakerCallIndex I : Calls)
    Numbers.push_back(uint32_t(I));
  std::sort(Numbers.begin(), Numbers.end());
  return Numbers;
}

std::vector<uint32_t> upToLines(Code &C, llvm::StringRef Function) {
  auto EndsAt = [](const MakerCall &Its) {
    return Its.ChangeFrame.has_value();
  };
  return numbers(MakerGraph(C.P).callsLeadingTo(C.hash(Function), EndsAt));
}

using Numbers = std::vector<uint32_t>;

TEST(MakerGraph, AClimbGoesUpToTheCallsWhereItEnds) {
  Code C;
  C.call({user("run", 3)}, "make").call({maker("make", 7)}, "push");
  C.call({library("push", 1)}, "grow").call({user("run", 9)}, "other");
  EXPECT_EQ(upToLines(C, "grow"), Numbers{0});
  auto IsUser = [](const MakerCall &Its) { return Its.IsUserFrame; };
  EXPECT_EQ(numbers(MakerGraph(C.P).callsLeadingTo(C.hash("grow"), IsUser)),
            Numbers{1});
  EXPECT_EQ(upToLines(C, "nobody"), Numbers{});
}

TEST(MakerGraph, EachCallIsThereOnceWhateverTheWays) {
  Code C;
  C.call({user("run", 3)}, "make");
  C.call({maker("make", 7)}, "grow").call({maker("make", 8)}, "grow");
  EXPECT_EQ(upToLines(C, "grow"), Numbers{0});
}

TEST(MakerGraph, MakersThatCallOneAnotherEndTheClimb) {
  Code C;
  C.call({maker("make", 7)}, "build").call({maker("build", 8)}, "make");
  EXPECT_EQ(upToLines(C, "make"), Numbers{});
}

TEST(MakerGraph, AConstructorIsCalledByItsOtherName) {
  Code C;
  C.call({user("run", 3)}, "_ZN4MeshC1Ev").edge("_ZN4MeshC1Ev", "_ZN4MeshC2Ev");
  EXPECT_EQ(upToLines(C, "_ZN4MeshC2Ev"), Numbers{0});
}

TEST(MakerGraph, ACallOfAnotherMakerIsNoOtherName) {
  Code C;
  C.call({user("run", 3)}, "make").call({maker("make", 7)}, "build");
  C.edge("make", "build");
  EXPECT_TRUE(MakerGraph(C.P).namesOf(C.hash("build")).empty());
}

TEST(MakerGraph, ACallThroughAPointerLeadsNowhere) {
  Code C;
  C.call({user("run", 3)}, "");
  EXPECT_TRUE(MakerGraph(C.P).callsOf(0).empty());
}

TEST(MakerGraph, BelowACallAreTheMakersOfAllWays) {
  Code C;
  C.call({user("run", 3)}, "make").call({maker("make", 7)}, "build");
  C.site({library("push", 1), maker("build", 8)});
  EXPECT_EQ(MakerGraph(C.P).makersBelow(C.P.MakerCalls[0]),
            (std::vector<llvm::StringRef>{"build", "make"}));
}

TEST(MakerGraph, AMakerIsFoundByANameThatNoOtherHas) {
  Code C;
  C.P.Makers = {{"_ZN4Mesh5splitEv", ""}, {"_ZN4Tree5splitEv", ""}};
  C.site({maker("_ZN4Mesh5splitEv", 8)}).site({maker("_ZN4Mesh5splitEv", 5)});
  const Frame *Only = MakerGraph(C.P).makerNamed("split");
  ASSERT_TRUE(Only);
  EXPECT_EQ(Only->Line, 5u);
  C.site({maker("_ZN4Tree5splitEv", 2)});
  EXPECT_FALSE(MakerGraph(C.P).makerNamed("split"));
  EXPECT_FALSE(MakerGraph(C.P).makerNamed("join"));
}

} // namespace

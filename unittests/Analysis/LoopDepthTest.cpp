//===- LoopDepthTest.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/LoopDepth.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

/// Functions are numbers; a call is {caller, callee, loops around it}.
struct Called {
  explicit Called(std::vector<CallEdge> Edges) { P.Edges = std::move(Edges); }

  uint64_t depth(uint64_t Function) const {
    return LoopDepths(P).depthOf(Function);
  }

  Profile P;
};

TEST(LoopDepth, AFunctionThatNobodyCallsHasNoLoopsAroundIt) {
  EXPECT_EQ(Called({}).depth(1), 0u);
  EXPECT_EQ(Called({{1, 2, 3}}).depth(1), 0u);
  EXPECT_EQ(Called({{1, 2, 3}}).depth(7), 0u);
}

TEST(LoopDepth, LoopsOfTheDeepestChainAreAddedUp) {
  const Called Chain({{1, 2, 1}, {2, 3, 2}, {3, 4, 0}});
  EXPECT_EQ(Chain.depth(3), 3u);
  EXPECT_EQ(Chain.depth(4), 3u);
  // One call stands deeper, the other way has more calls.
  const Called Ways({{1, 4, 2}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}});
  EXPECT_EQ(Ways.depth(4), 3u);
}

TEST(LoopDepth, ASiteHasItsOwnLoopsBesides) {
  Called Two({{1, 2, 2}});
  Site S;
  S.FunctionHash = 2;
  S.LoopDepth = 1;
  EXPECT_EQ(LoopDepths(Two.P).effectiveDepth(S), 3u);
}

TEST(LoopDepth, RecursionIsAsDeepAsItsCallAndOnlyOnce) {
  EXPECT_EQ(Called({{2, 2, 0}}).depth(2), 0u);
  EXPECT_EQ(Called({{2, 2, 1}}).depth(2), 1u);
  EXPECT_EQ(Called({{1, 2, 2}, {2, 2, 1}, {2, 3, 1}}).depth(3), 4u);
}

TEST(LoopDepth, FunctionsOfACycleCountAsOne) {
  const Called Cycle({{1, 2, 1}, {2, 3, 1}, {3, 4, 2}, {4, 2, 0}, {4, 5, 0}});
  for (uint64_t Function : {2, 3, 4, 5})
    EXPECT_EQ(Cycle.depth(Function), 3u) << Function;
}

TEST(LoopDepth, TheOrderOfCallsDoesNotMatter) {
  EXPECT_EQ(Called({{3, 4, 1}, {2, 3, 1}, {1, 2, 1}}).depth(4), 3u);
}

TEST(LoopDepth, ChainsMayBeLongerThanAStack) {
  std::vector<CallEdge> Edges;
  for (uint64_t I = 1; I <= 200000; ++I)
    Edges.push_back({I, I + 1, 1});
  EXPECT_EQ(Called(std::move(Edges)).depth(200001), 200000u);
}

TEST(LoopDepth, EveryHashIsAFunction) {
  // DenseMap has the two largest numbers for itself.
  EXPECT_EQ(Called({{1, UINT64_MAX, 2}}).depth(UINT64_MAX), 2u);
  EXPECT_EQ(Called({{1, UINT64_MAX - 1, 2}}).depth(UINT64_MAX - 1), 2u);
}

} // namespace

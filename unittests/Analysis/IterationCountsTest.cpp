//===- IterationCountsTest.cpp ------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/IterationCounts.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

Loop counted(uint64_t Iterations) {
  Loop L;
  L.CountsIterations = true;
  L.Iterations = Iterations;
  return L;
}

Loop entered(uint64_t Entries, uint64_t TripCount) {
  Loop L;
  L.CountsEntries = true;
  L.Entries = Entries;
  L.TripCount = TripCount;
  return L;
}

/// A call that stands in the loop of that number, or in none.
CallEdge call(uint64_t Caller, uint64_t Callee,
              std::optional<uint32_t> InLoop = std::nullopt) {
  CallEdge E{Caller, Callee};
  if (InLoop) {
    E.Loop = LoopIndex(*InLoop);
    E.LoopDepth = 1;
  }
  return E;
}

/// "iteration 5", "entry 5" or "unknown".
std::string shown(const Profile &P, const Site &S) {
  const IterationCounts::Divisor By = IterationCounts(P).of(S);
  switch (By.Basis) {
  case IterationCounts::Per::Unknown:
    return "unknown";
  case IterationCounts::Per::Iteration:
    return "iteration " + std::to_string(By.Number);
  case IterationCounts::Per::Entry:
    return "entry " + std::to_string(By.Number);
  }
  return "";
}

/// Of a site in that loop.
std::string inLoop(const Loop &L) {
  Profile P;
  P.Loops = {L};
  Site S;
  S.InnermostLoop = LoopIndex(0);
  return shown(P, S);
}

/// Of a site in no loop of the function 9.
std::string called(const std::vector<Loop> &Loops,
                   const std::vector<CallEdge> &Calls) {
  Profile P;
  P.Loops = Loops;
  P.Edges = Calls;
  Site S;
  S.FunctionHash = 9;
  return shown(P, S);
}

TEST(IterationCounts, ALoopIsDividedByWhatItCounts) {
  EXPECT_EQ(inLoop(counted(7)), "iteration 7");
  EXPECT_EQ(inLoop(entered(3, 4)), "iteration 12");
  EXPECT_EQ(inLoop(entered(3, 0)), "entry 3");
  Loop Both = counted(7);
  Both.CountsEntries = true;
  Both.Entries = 2;
  EXPECT_EQ(inLoop(Both), "iteration 7");
}

TEST(IterationCounts, NothingIsDividedByZero) {
  EXPECT_EQ(inLoop(counted(0)), "unknown");
  EXPECT_EQ(inLoop(entered(0, 4)), "unknown");
  EXPECT_EQ(inLoop(Loop()), "unknown");
}

TEST(IterationCounts, AProductStopsAtTheLargestNumber) {
  EXPECT_EQ(inLoop(entered(UINT64_MAX, 2)), "iteration 18446744073709551615");
}

TEST(IterationCounts, WithoutALoopThoseAroundTheCallsAreAddedUp) {
  const std::vector<Loop> Loops{counted(5), counted(7)};
  EXPECT_EQ(called(Loops, {call(1, 9, 0), call(2, 9, 1)}), "iteration 12");
  // Two calls in one loop are one loop.
  EXPECT_EQ(called(Loops, {call(1, 9, 0), call(2, 9, 0)}), "iteration 5");
}

TEST(IterationCounts, ACallInNoLoopLeadsOnToItsCallers) {
  EXPECT_EQ(called({counted(5)}, {call(1, 2, 0), call(2, 9)}), "iteration 5");
  EXPECT_EQ(called({counted(5)}, {call(1, 9, 0), call(9, 9)}), "iteration 5");
}

TEST(IterationCounts, OneWayWithoutALoopTellsNothing) {
  EXPECT_EQ(called({counted(5)}, {}), "unknown");
  EXPECT_EQ(called({counted(5)}, {call(1, 9, 0), call(2, 9)}), "unknown");
  // Nobody knows who calls there.
  EXPECT_EQ(called({counted(5)}, {call(1, 9, 0), call(0, 9)}), "unknown");
  // It stands in a loop, and the table does not say in which.
  EXPECT_EQ(called({counted(5)}, {call(1, 2, 0), {2, 9, 1}}), "unknown");
}

TEST(IterationCounts, ALoopThatNeverRanCalledNobody) {
  EXPECT_EQ(called({counted(5), counted(0)}, {call(1, 9, 0), call(2, 9, 1)}),
            "iteration 5");
  EXPECT_EQ(called({counted(0)}, {call(1, 9, 0)}), "unknown");
}

TEST(IterationCounts, EntriesAreNotAddedToIterations) {
  EXPECT_EQ(called({counted(5), entered(3, 0)}, {call(1, 9, 0), call(2, 9, 1)}),
            "unknown");
}

} // namespace

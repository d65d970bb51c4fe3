//===- CostLimitTest.cpp - when recording takes too much time -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample/Cost.h"
#include <gtest/gtest.h>

using anomalloc::runtime::CostLimit;

namespace {

constexpr uint64_t Millisecond = 1000000, Second = 1000 * Millisecond;

TEST(CostLimit, IsAHundredthOfTheTimeAndSomeSlack) {
  CostLimit L(7 * Second);
  EXPECT_FALSE(L.isPassed(CostLimit::Slack, 7 * Second));
  EXPECT_FALSE(L.isPassed(11 * Millisecond, 8 * Second));
  EXPECT_TRUE(L.isPassed(11 * Millisecond + 1, 8 * Second));
}

TEST(CostLimit, BeginsAgainWhereItWasPassed) {
  CostLimit L;
  EXPECT_TRUE(L.isPassed(50 * Millisecond, Second));
  EXPECT_FALSE(L.isPassed(51 * Millisecond, Second));
  EXPECT_FALSE(L.isPassed(61 * Millisecond, 2 * Second));
  EXPECT_TRUE(L.isPassed(61 * Millisecond + 1, 2 * Second));
}

TEST(CostLimit, SavesNoMoreThanALittle) {
  CostLimit L;
  const uint64_t Day = 86400 * Second;
  EXPECT_FALSE(L.isPassed(0, Day));
  EXPECT_FALSE(L.isPassed(CostLimit::MostSaved, Day));
  EXPECT_TRUE(L.isPassed(CostLimit::MostSaved + 100, Day));
}

TEST(CostLimit, HoldsOverARun) {
  // Draws at the first rate take a tenth of the time, at each other half as
  // much.
  CostLimit L;
  uint64_t Spent = 0, Doublings = 0;
  for (uint64_t Now = 0; Now < 100 * Second; Now += Millisecond) {
    Doublings += L.isPassed(Spent, Now);
    // Between two looks a tenth of a millisecond is spent.
    EXPECT_LE(Spent, Now / 100 + (Doublings + 1) *
                                     (CostLimit::Slack + Millisecond / 10));
    Spent += Millisecond / 10 >> Doublings;
  }
  EXPECT_EQ(Doublings, 4u);
}

} // namespace

//===- SpreadTest.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/Spread.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

TEST(Spread, OneRunEachIsChangedByAnyDifference) {
  EXPECT_EQ(compare({5, 5}, {5, 5}), Difference::Same);
  EXPECT_EQ(compare({5, 5}, {6, 6}), Difference::Changed);
  EXPECT_EQ(compare({0, 0}, {1, 1}), Difference::Changed);
}

TEST(Spread, RangesThatMeetVaryByThemselves) {
  EXPECT_EQ(compare({5, 9}, {9, 12}), Difference::Varies);
  EXPECT_EQ(compare({5, 9}, {6, 6}), Difference::Varies);
  EXPECT_EQ(compare({5, 9}, {5, 9}), Difference::Varies);
}

TEST(Spread, AGapMustBeWiderThanWhatVaries) {
  EXPECT_EQ(compare({5, 9}, {10, 12}), Difference::Varies);
  EXPECT_EQ(compare({5, 9}, {13, 13}), Difference::Varies);
  EXPECT_EQ(compare({5, 9}, {14, 14}), Difference::Changed);
  EXPECT_EQ(compare({14, 16}, {5, 6}), Difference::Changed);
}

TEST(Spread, GapsAreMeasuredBothWays) {
  EXPECT_EQ(gapBetween({1, 3}, {7, 9}), 4u);
  EXPECT_EQ(gapBetween({7, 9}, {1, 3}), 4u);
  EXPECT_EQ(gapBetween({1, 7}, {7, 9}), 0u);
}

} // namespace

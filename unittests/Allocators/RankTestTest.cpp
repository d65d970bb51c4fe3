//===- RankTestTest.cpp - numbers from tables -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/RankTest.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

TEST(RankTest, PartedSamplesAreAsRareAsTheirNumberSays) {
  EXPECT_DOUBLE_EQ(rankTest({1, 2, 3}, {4, 5, 6}), 2.0 / 20);
  EXPECT_DOUBLE_EQ(rankTest({6, 7, 8, 9, 10}, {1, 2, 3, 4, 5}), 2.0 / 252);
  for (size_t N : {1, 2, 5, 10, 20})
    EXPECT_NEAR(leastOfRankTest(N),
                rankTest(std::vector<double>(N, 1), std::vector<double>(N, 2)),
                1e-12)
        << N;
}

TEST(RankTest, AgreesWithAPublishedExample) {
  // The ages of SciPy's documentation of mannwhitneyu: U = 17, p = 0.1111.
  EXPECT_NEAR(rankTest({19, 22, 16, 29, 24}, {20, 11, 17, 12}), 14.0 / 126,
              1e-12);
}

TEST(RankTest, EqualNumbersShareTheirRanks) {
  EXPECT_DOUBLE_EQ(rankTest({1, 1, 2}, {1, 2, 2}), 1);
  EXPECT_DOUBLE_EQ(rankTest({1, 1, 1}, {1, 2, 2}), 8.0 / 20);
  EXPECT_DOUBLE_EQ(rankTest({7, 7, 7}, {7, 7, 7}), 1);
}

TEST(RankTest, OneSlowRunMakesNoDifference) {
  EXPECT_GT(rankTest({10, 11, 12, 13, 9000}, {10.5, 11.5, 12.5, 13.5, 9.5}),
            0.5);
}

TEST(RankTest, WithoutNumbersNothingDiffers) {
  EXPECT_EQ(rankTest({}, {1, 2}), 1);
  EXPECT_EQ(rankTest({1}, {2}), 1);
}

TEST(RankTest, TheLargestSamplesAreStillExact) {
  std::vector<double> A, B;
  for (size_t I = 0; I != LargestSample; ++I) {
    A.push_back(double(I));
    B.push_back(double(I) + 0.5);
  }
  EXPECT_GT(rankTest(A, B), 0.8);
  EXPECT_LT(rankTest(A, std::vector<double>(LargestSample, 1000)), 1e-30);
}

TEST(Holm, MultipliesByTheComparisonsThatAreLeft) {
  std::vector<double> P = correctByHolm({0.01, 0.04, 0.03, 0.005});
  EXPECT_DOUBLE_EQ(P[3], 0.02);
  EXPECT_DOUBLE_EQ(P[0], 0.03);
  EXPECT_DOUBLE_EQ(P[2], 0.06);
  EXPECT_DOUBLE_EQ(P[1], 0.06); // Never less than the one before.
  EXPECT_DOUBLE_EQ(correctByHolm({0.6, 0.7})[0], 1);
}

TEST(Median, IsTheMiddleOrTheMeanOfTwo) {
  EXPECT_EQ(medianOf({3, 1, 2}), 2);
  EXPECT_EQ(medianOf({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(medianOf({}), 0);
}

} // namespace

//===- FinalSizesTest.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/FinalSizes.h"
#include "gtest/gtest.h"

using namespace anomalloc;

namespace {

using Sizes = std::vector<std::pair<uint64_t, uint64_t>>;

Measurements of(Sizes Of, uint64_t Unknown = 0) {
  Measurements All;
  All.Chains.emplace_back();
  for (const auto &[Size, Count] : Of)
    All.Chains.back().Allocations += Count;
  All.Chains.back().Allocations += Unknown;
  All.Chains.back().Sizes = std::move(Of);
  return All;
}

TEST(FinalSizes, countsOnlyTheLastBlockOfWhatGrows) {
  auto Found = finalSizes(of({{8, 2500}, {16, 1500}, {32, 1000}}), {0}, true);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Containers, 2500u);
  EXPECT_EQ(Found->BySize[8], 1000u);
  EXPECT_EQ(Found->BySize[16], 500u);
  EXPECT_EQ(Found->BySize[32], 1000u);
  EXPECT_EQ(Found->quantile(40), 8u);
  EXPECT_EQ(Found->quantile(41), 16u);
  EXPECT_EQ(Found->quantile(60), 16u);
  EXPECT_EQ(Found->quantile(95), 32u);
}

TEST(FinalSizes, countsEachBlockOfWhatDoesNotGrow) {
  auto Found = finalSizes(of({{8, 90}, {4000, 5}, {16, 5}}), {0}, false);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Containers, 100u);
  EXPECT_EQ(Found->quantile(90), 8u);
  EXPECT_EQ(Found->quantile(95), 16u);
  EXPECT_EQ(Found->quantile(96), 4000u);
}

TEST(FinalSizes, areUnknownWhereSizesAre) {
  EXPECT_FALSE(finalSizes(of({{8, 90}}, 10), {0}, false));
  EXPECT_FALSE(finalSizes(of({}), {0}, false));
  EXPECT_FALSE(finalSizes(of({{8, 90}}), {1}, false));
}

TEST(FinalSizes, areUnknownWhereNobodyDoubles) {
  EXPECT_FALSE(finalSizes(of({{8, 10}, {16, 20}}), {0}, true));
}

TEST(FinalSizes, doNotOverflow) {
  const uint64_t Most = uint64_t(1) << 62;
  auto Found = finalSizes(of({{8, Most}, {24, Most}}), {0}, false);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->quantile(50), 8u);
  EXPECT_EQ(Found->quantile(95), 24u);
}

TEST(FinalSizes, forgivesAFewThatBeginLarger) {
  auto Found = finalSizes(of({{8, 1000}, {16, 1010}, {32, 500}}), {0}, true);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Containers, 1010u);
  EXPECT_EQ(Found->BySize.at(8), 0u);
  EXPECT_FALSE(finalSizes(of({{8, 1000}, {16, 1011}, {32, 500}}), {0}, true));
}

} // namespace

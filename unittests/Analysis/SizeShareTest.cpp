//===- SizeShareTest.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/SizeShare.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

const std::optional<SizeCounts> Unknown;

TEST(SizeShare, ASumHasBlocksAndBytes) {
  const Amount Sum = sumOf({{8, 3}, {24, 2}});
  EXPECT_EQ(Sum.Allocations, 5u);
  EXPECT_EQ(Sum.Bytes, 72u);
  EXPECT_EQ(sumOf({}).Allocations, 0u);
}

TEST(SizeShare, SumsStopAtTheLargestNumber) {
  const Amount Sum = sumOf({{2, UINT64_MAX}, {4, 1}});
  EXPECT_EQ(Sum.Allocations, UINT64_MAX);
  EXPECT_EQ(Sum.Bytes, UINT64_MAX);
  SizeCounts To{{8, UINT64_MAX}};
  addSizes(To, {{8, 1}, {16, 2}});
  EXPECT_EQ(To, (SizeCounts{{8, UINT64_MAX}, {16, 2}}));
}

TEST(SizeShare, AllOfThemAreKnownHoweverManySizes) {
  const SizeCounts All{{8, 1}, {16, 2}, {24, 3}};
  EXPECT_EQ(sizesOfPart({6, 112}, All), All);
  EXPECT_EQ(sizesOfPart({0, 0}, {}), SizeCounts());
}

TEST(SizeShare, OneSizeIsThatOfThePart) {
  EXPECT_EQ(sizesOfPart({2, 16}, {{8, 5}}), (SizeCounts{{8, 2}}));
  // Other bytes than so many blocks have, or more blocks than there are.
  EXPECT_EQ(sizesOfPart({2, 17}, {{8, 5}}), Unknown);
  EXPECT_EQ(sizesOfPart({6, 48}, {{8, 5}}), Unknown);
}

TEST(SizeShare, TwoSizesHaveOneSolution) {
  const SizeCounts All{{8, 5}, {24, 4}};
  EXPECT_EQ(sizesOfPart({5, 72}, All), (SizeCounts{{8, 3}, {24, 2}}));
  EXPECT_EQ(sizesOfPart({3, 24}, All), (SizeCounts{{8, 3}}));
  EXPECT_EQ(sizesOfPart({3, 72}, All), (SizeCounts{{24, 3}}));
}

TEST(SizeShare, TwoSizesMayHaveNone) {
  const SizeCounts All{{8, 5}, {24, 4}};
  EXPECT_EQ(sizesOfPart({5, 73}, All), Unknown);  // between two solutions
  EXPECT_EQ(sizesOfPart({5, 39}, All), Unknown);  // fewer than all small
  EXPECT_EQ(sizesOfPart({5, 136}, All), Unknown); // more than all large
  EXPECT_EQ(sizesOfPart({5, 120}, All), Unknown); // five large ones of four
  EXPECT_EQ(sizesOfPart({6, 48}, All), Unknown);  // six small ones of five
}

TEST(SizeShare, ThreeSizesAreInDoubt) {
  EXPECT_EQ(sizesOfPart({1, 8}, {{8, 1}, {16, 1}, {24, 1}}), Unknown);
}

TEST(SizeShare, NoBlocksHaveNoSizes) {
  EXPECT_EQ(sizesOfPart({0, 0}, {{8, 5}}), Unknown);
  EXPECT_EQ(sizesOfPart({1, 8}, {}), Unknown);
}

} // namespace

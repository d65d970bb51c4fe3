//===- HistogramTest.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/Histogram.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

Count blocks(uint64_t Size, uint64_t Number,
             std::optional<SiteIndex> Site = std::nullopt) {
  Count C;
  C.Site = Site;
  C.Size = Size;
  C.Allocations = Number;
  return C;
}

/// "1-8:5/40 ...": first and last size, blocks and bytes.
std::string shown(const Profile &P, const std::vector<Count> &Counts) {
  std::string All;
  for (const Histogram::Bucket &B : computeHistogram(P, Counts).Buckets)
    All += (All.empty() ? "" : " ") + std::to_string(B.First) + "-" +
           std::to_string(B.Last) + ":" + std::to_string(B.Sum.Allocations) +
           "/" + std::to_string(B.Sum.Bytes);
  return All;
}
std::string shown(const std::vector<Count> &Counts) {
  return shown(Profile(), Counts);
}

TEST(Histogram, WithoutBlocksThereAreNoBuckets) {
  EXPECT_EQ(shown({}), "");
  EXPECT_EQ(shown({blocks(8, 0)}), "");
}

TEST(Histogram, APowerOfTwoIsTheLastSizeOfItsBucket) {
  EXPECT_EQ(shown({blocks(1, 1), blocks(8, 2)}), "1-8:3/17");
  EXPECT_EQ(shown({blocks(16, 1)}), "9-16:1/16");
  EXPECT_EQ(shown({blocks(17, 1)}), "17-32:1/17");
}

TEST(Histogram, SizeZeroIsByItself) {
  EXPECT_EQ(shown({blocks(0, 4)}), "0-0:4/0");
  EXPECT_EQ(shown({blocks(16, 1), blocks(0, 4)}), "0-0:4/0 1-8:0/0 9-16:1/16");
}

TEST(Histogram, GapsAreShown) {
  EXPECT_EQ(shown({blocks(100, 1), blocks(10, 2)}),
            "9-16:2/20 17-32:0/0 33-64:0/0 65-128:1/100");
}

TEST(Histogram, TheLargestSizeHasABucket) {
  EXPECT_EQ(shown({blocks(UINT64_MAX, 2)}),
            "9223372036854775809-18446744073709551615:2/18446744073709551615");
}

TEST(Histogram, BlocksOfPoolsAreNoHeapBlocks) {
  Profile P;
  P.Sites.resize(2);
  P.Sites[1].Family = SiteFamily::Pool;
  EXPECT_EQ(shown(P, {blocks(8, 1, SiteIndex(0)), blocks(8, 2, SiteIndex(1)),
                      blocks(8, 4)}),
            "1-8:5/40");
}

} // namespace

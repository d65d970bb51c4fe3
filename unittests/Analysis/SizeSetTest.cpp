//===- SizeSetTest.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/SizeSet.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

using Ranges = std::vector<std::pair<uint64_t, uint64_t>>;

uint64_t sizeOf(llvm::StringRef Text) {
  llvm::Expected<uint64_t> Size = parseSize(Text);
  if (Size)
    return *Size;
  ADD_FAILURE() << llvm::toString(Size.takeError());
  return 0;
}

/// Why \p Text is no size.
std::string noSize(llvm::StringRef Text) {
  llvm::Expected<uint64_t> Size = parseSize(Text);
  return Size ? "" : llvm::toString(Size.takeError());
}

/// Why \p Text is no list of sizes.
std::string noList(llvm::StringRef Text) {
  SizeSet Sizes;
  llvm::Error E = Sizes.parse(Text);
  return E ? llvm::toString(std::move(E)) : "";
}

Ranges rangesOf(llvm::StringRef Text) {
  SizeSet Sizes;
  if (llvm::Error E = Sizes.parse(Text))
    ADD_FAILURE() << llvm::toString(std::move(E));
  return Sizes.ranges();
}

TEST(ParseSize, UnitsArePowersOf1024) {
  EXPECT_EQ(sizeOf("0"), 0u);
  EXPECT_EQ(sizeOf("4096"), 4096u);
  EXPECT_EQ(sizeOf("12b"), 12u);
  for (const char *Text : {"4K", "4k", "4KB", "4KiB", " 4kib "})
    EXPECT_EQ(sizeOf(Text), 4096u) << Text;
  EXPECT_EQ(sizeOf("1M"), 1u << 20);
  EXPECT_EQ(sizeOf("2GiB"), uint64_t(2) << 30);
}

TEST(ParseSize, WhatIsTooLargeStopsAtTheLargestNumber) {
  EXPECT_EQ(sizeOf("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(sizeOf("18014398509481984K"), UINT64_MAX);
  EXPECT_EQ(sizeOf("18014398509481983K"), UINT64_MAX - 1023);
}

TEST(ParseSize, ARefusalQuotesTheText) {
  EXPECT_EQ(noSize("4T"), "'4T' is not a size: write a number of bytes, or 4K, "
                          "1M, 2G");
  for (const char *Text :
       {"", "K", "-1", "0x10", "1.5K", "4 K", "18446744073709551616"})
    EXPECT_NE(noSize(Text), "") << Text;
}

TEST(SizeSet, WithoutRangesItHasEverySize) {
  SizeSet All;
  EXPECT_TRUE(All.empty());
  EXPECT_TRUE(All.contains(0));
  EXPECT_TRUE(All.contains(UINT64_MAX));
}

TEST(SizeSet, BothEndsAreIn) {
  SizeSet Sizes;
  ASSERT_FALSE(bool(Sizes.parse("12,24-4K")));
  EXPECT_FALSE(Sizes.contains(11));
  EXPECT_TRUE(Sizes.contains(12));
  EXPECT_FALSE(Sizes.contains(13));
  EXPECT_FALSE(Sizes.contains(23));
  EXPECT_TRUE(Sizes.contains(24));
  EXPECT_TRUE(Sizes.contains(4096));
  EXPECT_FALSE(Sizes.contains(4097));
}

TEST(SizeSet, AnEndMayBeLeftOut) {
  EXPECT_EQ(rangesOf("-64"), (Ranges{{0, 64}}));
  EXPECT_EQ(rangesOf("4K-"), (Ranges{{4096, UINT64_MAX}}));
  EXPECT_EQ(rangesOf(" 1 - 2 "), (Ranges{{1, 2}}));
}

TEST(SizeSet, AnotherListIsAddedToTheFirst) {
  SizeSet Sizes;
  ASSERT_FALSE(bool(Sizes.parse("8")));
  ASSERT_FALSE(bool(Sizes.parse("16,,32")));
  EXPECT_EQ(Sizes.ranges().vec(), (Ranges{{8, 8}, {16, 16}, {32, 32}}));
}

TEST(SizeSet, ARefusalNamesThePart) {
  EXPECT_EQ(noList(""), "a list of sizes is empty: write 12,24 or 1-64");
  EXPECT_EQ(noList(","), "a list of sizes is empty: write 12,24 or 1-64");
  EXPECT_EQ(noList("8, ,16"),
            "'8, ,16' has an empty part: write 12,24 or 1-64");
  EXPECT_EQ(noList(" "), "' ' has an empty part: write 12,24 or 1-64");
  EXPECT_EQ(noList("8,64-1"), "'64-1' is an empty range of sizes");
  EXPECT_EQ(noList("8,many"),
            "'many' is not a size: write a number of bytes, or 4K, 1M, 2G");
  EXPECT_EQ(noList("1-2-3"),
            "'2-3' is not a size: write a number of bytes, or 4K, 1M, 2G");
}

} // namespace

//===- AlignTest.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/Align.h"
#include <gtest/gtest.h>
#include <string>

using namespace anomalloc;

namespace {

/// "00 11 2*": pairs of places, with * for those that order alone tells apart.
std::string pairs(const std::string &Old, const std::string &New) {
  auto Pairs = align(std::vector<uint64_t>(Old.begin(), Old.end()),
                     std::vector<uint64_t>(New.begin(), New.end()));
  std::vector<std::string> Texts;
  for (const AlignedPair &P : Pairs)
    Texts.push_back(std::to_string(P.Old) + std::to_string(P.New) +
                    (P.ByOrder ? "*" : ""));
  std::sort(Texts.begin(), Texts.end());
  std::string All;
  for (const std::string &Text : Texts)
    All += (All.empty() ? "" : " ") + Text;
  return All;
}

TEST(Align, WhatStandsOnceIsPaired) {
  EXPECT_EQ(pairs("abc", "abc"), "00 11 22");
  EXPECT_EQ(pairs("abc", "ac"), "00 21");
  EXPECT_EQ(pairs("ac", "abc"), "00 12");
}

TEST(Align, EqualOnesArePairedByOrderIfNoneIsMissing) {
  EXPECT_EQ(pairs("xxx", "xxx"), "00* 11* 22*");
  EXPECT_EQ(pairs("xx", "x"), "");
  EXPECT_EQ(pairs("x", "xx"), "");
}

TEST(Align, SureOnesPartTheOthers) {
  EXPECT_EQ(pairs("axxbyy", "axxby"), "00 11* 22* 33");
  EXPECT_EQ(pairs("xax", "ax"), "10 21*");
}

TEST(Align, WhatMovedIsPairedByItsOwnKeyAlone) {
  EXPECT_EQ(pairs("abxx", "baxx"), "01 10");
}

TEST(Align, NothingIsPairedWithNothing) {
  EXPECT_EQ(pairs("", ""), "");
  EXPECT_EQ(pairs("a", ""), "");
  EXPECT_EQ(pairs("ab", "cd"), "");
}

} // namespace

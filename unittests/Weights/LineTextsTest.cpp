//===- LineTextsTest.cpp - lines are found again after edits --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/LineTexts.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Each letter is a line. For each line of today, that of the run; '.': none.
std::string mapped(StringRef Then, StringRef Now) {
  auto Text = [](StringRef Letters) {
    std::string Lines;
    for (char C : Letters)
      (Lines += C) += '\n';
    return lineTexts(Lines);
  };
  const LineMap Map(Text(Then), Text(Now));
  std::string Found;
  for (uint32_t Line = 1; Line <= Now.size(); ++Line) {
    const std::optional<uint32_t> From = Map.then(Line);
    Found += From ? char('0' + *From) : '.';
    if (From) {
      EXPECT_EQ(Map.now(*From), Line);
    }
  }
  return Found;
}

TEST(LineTexts, SpaceAtTheEndsDoesNotCount) {
  EXPECT_EQ(lineTexts("a b\n\tc\r\n\nlast"),
            lineTexts("  a b  \nc\n \nlast\n"));
  EXPECT_EQ(lineTexts("a b\n").size(), 1u);
  EXPECT_NE(lineTexts("a b"), lineTexts("ab"));
  EXPECT_TRUE(lineTexts("").empty());
}

TEST(LineTexts, LinesAreFoundAgain) {
  EXPECT_EQ(mapped("abc", "abc"), "123");
  EXPECT_EQ(mapped("abc", "xxabc"), "..123");
  EXPECT_EQ(mapped("abc", "abcx"), "123.");
  EXPECT_EQ(mapped("abcd", "axbcxd"), "1.23.4");
  EXPECT_EQ(mapped("abcd", "ad"), "14");
  EXPECT_EQ(mapped("abc", "axc"), "1.3");
  EXPECT_EQ(mapped("abc", ""), "");
  EXPECT_EQ(mapped("", "abc"), "...");
  EXPECT_EQ(mapped("abc", "xyz"), "...");
}

TEST(LineTexts, WhatIsEqualOftenIsHeldByWhatIsNot) {
  // Braces, say: each stays between its neighbours.
  EXPECT_EQ(mapped("f{}g{}h{}", "f{}x{}g{}h{}"), "123...456789");
  EXPECT_EQ(mapped("f{}g{}", "g{}"), "456");
  // Nothing says which of them it is.
  EXPECT_EQ(mapped("{{{", "x{{y"), "....");
  // The longer part of what changed places stays.
  EXPECT_EQ(mapped("abcde", "deabc"), "..123");
}

TEST(LineTexts, OtherLinesAreNone) {
  const LineMap Map(lineTexts("a\nb\n"), lineTexts("b\na\n"));
  EXPECT_EQ(Map.then(0), std::nullopt);
  EXPECT_EQ(Map.then(3), std::nullopt);
  EXPECT_EQ(Map.now(9), std::nullopt);
  EXPECT_EQ(LineMap().then(7), 7u);
}

} // namespace
} // namespace anomalloc

//===- StockTest.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Stock.h"
#include "SourceFolder.h"

using namespace anomalloc;
using namespace anomalloc::lint;

namespace {

/// Whether a finding of that check on the line is left.
bool isLeft(llvm::StringRef Text, unsigned Line,
            llvm::StringRef Check = "anomalloc-unnecessary-copy") {
  test::SourceFolder Folder;
  std::vector<Finding> Findings(1);
  Findings[0].Check = Check.str();
  Findings[0].At.File = Folder.source("a.cpp", Text);
  Findings[0].At.Line = Line;
  dropSilenced(Findings, Folder.Files);
  return Findings.size() == 1;
}

TEST(Stock, ACommentForACheckOfTheSameQuestionSilencesOurs) {
  EXPECT_TRUE(isLeft("f();\n", 1));
  EXPECT_FALSE(isLeft("f(); // NOLINT(performance-for-range-copy)\n", 1));
  EXPECT_FALSE(isLeft("f(); // NOLINT(x, performance-for-range-copy )\n", 1));
  EXPECT_FALSE(isLeft("f(); // NOLINT(performance-*)\n", 1));
  EXPECT_FALSE(isLeft("f(); // NOLINT([, performance-*)\n", 1));
}

TEST(Stock, ACheckOfAnotherQuestionSilencesNothing) {
  EXPECT_TRUE(isLeft("f(); // NOLINT(modernize-make-shared)\n", 1));
  EXPECT_TRUE(isLeft("f(); // NOLINT(performance-avoid-endl)\n", 1));
  EXPECT_TRUE(isLeft("f(); // NOLINT()\n", 1));
  // clang-tidy heeds a comment without a list itself.
  EXPECT_TRUE(isLeft("f(); // NOLINT\n", 1));
}

TEST(Stock, OneCheckMayAskWhatTwoOfOursAsk) {
  const char *Text = "f(); // NOLINT(performance-unnecessary-value-param)\n";
  EXPECT_FALSE(isLeft(Text, 1, "anomalloc-value-parameter"));
  EXPECT_FALSE(isLeft(Text, 1, "anomalloc-missing-move"));
  EXPECT_TRUE(isLeft(Text, 1, "anomalloc-unnecessary-copy"));
  EXPECT_TRUE(isLeft(Text, 1, "value-parameter"));
}

TEST(Stock, ACommentIsForItsLine) {
  const char *Same = "f();\ng(); // NOLINT(performance-*)\nh();\n";
  EXPECT_TRUE(isLeft(Same, 1));
  EXPECT_FALSE(isLeft(Same, 2));
  EXPECT_TRUE(isLeft(Same, 3));
  const char *Next = "// NOLINTNEXTLINE(performance-*)\nf();\ng();\n";
  EXPECT_TRUE(isLeft(Next, 1));
  EXPECT_FALSE(isLeft(Next, 2));
  EXPECT_TRUE(isLeft(Next, 3));
}

TEST(Stock, ABlockIsFromItsBeginToItsEnd) {
  const char *Text = "a();\n"
                     "// NOLINTBEGIN(performance-*)\n"
                     "b();\n"
                     "// NOLINTEND(performance-*)\n"
                     "c();\n";
  EXPECT_TRUE(isLeft(Text, 1));
  EXPECT_FALSE(isLeft(Text, 3));
  EXPECT_TRUE(isLeft(Text, 5));
}

TEST(Stock, ABlockWithoutItsEndSilencesNothing) {
  EXPECT_TRUE(isLeft("// NOLINTBEGIN(performance-*)\na();\n", 2));
  EXPECT_TRUE(isLeft("// NOLINTBEGIN(performance-*)\na();\n"
                     "// NOLINTEND(modernize-*)\n",
                     2));
}

TEST(Stock, AFileThatNobodyReadSilencesNothing) {
  lint::SourceFiles Files;
  std::vector<Finding> Findings(1);
  Findings[0].Check = "anomalloc-unnecessary-copy";
  Findings[0].At.File = "unknown.cpp";
  dropSilenced(Findings, Files);
  EXPECT_EQ(Findings.size(), 1u);
}

} // namespace

//===- DiffTest.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Diff.h"
#include <gtest/gtest.h>

using namespace anomalloc::lint;

namespace {

/// "b/x.cpp: 2 3; ...": the lines that a patch adds, as far as line 20.
std::string added(llvm::StringRef Patch) {
  std::string Text;
  for (const auto &[File, Lines] : parsePatch(Patch)) {
    Text += (Text.empty() ? "" : "; ") + File + ":";
    for (unsigned Line = 0; Line <= 20; ++Line)
      if (Lines.contains(Line))
        Text += " " + std::to_string(Line);
  }
  return Text;
}

TEST(Diff, LinesAreThoseOfTheNewFile) {
  EXPECT_EQ(added("--- a/x.cpp\n+++ b/x.cpp\n"
                  "@@ -1,3 +1,4 @@ int f() {\n"
                  " one\n-two\n+2\n+2.5\n three\n"
                  "@@ -10 +11,2 @@\n"
                  " ten\n+eleven\n"),
            "b/x.cpp: 2 3 12");
}

TEST(Diff, OneLineHasNoCount) {
  EXPECT_EQ(added("+++ b/x.cpp\n@@ -1 +1 @@\n-a\n+b\n"), "b/x.cpp: 1");
  EXPECT_EQ(added("+++ b/x.cpp\n@@ -0,0 +1,2 @@\n+a\n+b\n"), "b/x.cpp: 1 2");
}

TEST(Diff, AFileThatOnlyLosesLinesHasNone) {
  EXPECT_EQ(added("+++ b/x.cpp\n@@ -1,2 +1 @@\n a\n-b\n"), "b/x.cpp:");
}

TEST(Diff, ADeletedFileIsLeftOut) {
  EXPECT_EQ(added("--- a/x.cpp\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"
                  "--- a/y.cpp\n+++ b/y.cpp\n@@ -1 +1 @@\n-a\n+b\n"),
            "b/y.cpp: 1");
}

TEST(Diff, ALineOfAHunkIsNoHeader) {
  EXPECT_EQ(added("+++ b/x.cpp\n@@ -1,2 +1,2 @@\n-- a\n--- b\n++ c\n+++ d\n"
                  "+++ b/y.cpp\n@@ -0,0 +7 @@\n+@@ -1 +9 @@\n"),
            "b/x.cpp: 1 2; b/y.cpp: 7");
}

TEST(Diff, AMissingEndOfTheFileIsNoLine) {
  EXPECT_EQ(added("+++ b/x.cpp\n@@ -1 +1,2 @@\n-a\n\\ No newline at end of "
                  "file\n+b\n+c\n\\ No newline at end of file\n"),
            "b/x.cpp: 1 2");
}

TEST(Diff, AContextLineMayHaveLostItsSpace) {
  EXPECT_EQ(added("+++ b/x.cpp\n@@ -1,2 +1,3 @@\n a\n\n+b\n"), "b/x.cpp: 3");
}

TEST(Diff, NamesAreReadAsGitAndDiffWriteThem) {
  EXPECT_EQ(added("+++ x.cpp\t2026-01-01 00:00:00\n"), "x.cpp:");
  EXPECT_EQ(added("+++ b/x.cpp\r\n"), "b/x.cpp:");
  EXPECT_EQ(added("+++ b/a b.cpp\n"), "b/a b.cpp:");
  EXPECT_EQ(added("+++ \"b/na\\303\\257ve\\t\\\"q\\\\.cpp\"\n"),
            "b/na\xC3\xAFve\t\"q\\.cpp:");
}

TEST(Diff, WhatIsNoDiffIsSkipped) {
  EXPECT_EQ(added(""), "");
  EXPECT_EQ(added("Subject: a patch\n\n+added\n"), "");
  EXPECT_EQ(added("+++ b/x.cpp\n@@ nonsense @@\n+a\n@@ -1 +x @@\n+b\n"),
            "b/x.cpp:");
}

TEST(Diff, APatchIsKnownByItsHeaders) {
  EXPECT_TRUE(looksLikePatch("--- a/x.cpp\n"));
  EXPECT_TRUE(looksLikePatch("Subject: x\n\n--- a/x.cpp\n"));
  EXPECT_TRUE(looksLikePatch("diff --git a/x b/x\n"));
  EXPECT_FALSE(looksLikePatch(""));
  EXPECT_FALSE(looksLikePatch("int a = 1; --- b\n"));
}

TEST(Diff, ASeriesMayChangeAFileTwiceInAnyOrder) {
  constexpr const char *Series = "+++ b/x.cpp\n@@ -99,0 +100,2 @@\n+a\n+b\n"
                                 "+++ b/x.cpp\n@@ -4,0 +5 @@\n+c\n";
  const ChangedLines Changed = parsePatch(Series);
  const LineSet &Lines = Changed.at("b/x.cpp");
  for (unsigned Line : {5, 100, 101})
    EXPECT_TRUE(Lines.contains(Line)) << Line;
  for (unsigned Line : {4, 6, 99, 102})
    EXPECT_FALSE(Lines.contains(Line)) << Line;
}

TEST(Diff, ASetOfLinesHasItsOwnAlone) {
  LineSet Lines;
  EXPECT_TRUE(Lines.empty());
  EXPECT_FALSE(Lines.contains(1));
  for (unsigned Line : {3, 4, 4, 7})
    Lines.add(Line);
  EXPECT_FALSE(Lines.empty());
  EXPECT_FALSE(Lines.contains(2));
  EXPECT_TRUE(Lines.contains(3));
  EXPECT_TRUE(Lines.contains(4));
  EXPECT_FALSE(Lines.contains(5));
  EXPECT_TRUE(Lines.contains(7));
  EXPECT_TRUE(LineSet::all().contains(1));
  EXPECT_TRUE(LineSet::all().contains(UINT_MAX));
}

} // namespace

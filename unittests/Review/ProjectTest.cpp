//===- ProjectTest.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/Project.h"
#include <gtest/gtest.h>

using namespace anomalloc::lint;

namespace {

const Project InHome{"/home/me/p", "/home/me/p/build"};

TEST(Project, AFolderHasItselfAndWhatIsBelow) {
  EXPECT_TRUE(isWithin("/a/b", "/a/b"));
  EXPECT_TRUE(isWithin("/a/b/c.cpp", "/a/b"));
  EXPECT_TRUE(isWithin("/a/b/c.cpp", "/a/b/"));
  EXPECT_TRUE(isWithin("/a", "/"));
  EXPECT_FALSE(isWithin("/a/bc", "/a/b"));
  EXPECT_FALSE(isWithin("/a", "/a/b"));
}

TEST(Project, WhatIsGeneratedIsNobodysToEdit) {
  EXPECT_TRUE(InHome.owns("/home/me/p/src/a.cpp"));
  EXPECT_FALSE(InHome.owns("/home/me/p/build/a.cpp"));
  EXPECT_TRUE(InHome.owns("/home/me/p/build-alone/a.cpp"));
  EXPECT_FALSE(InHome.owns("/home/me/pp/a.cpp"));
  EXPECT_TRUE((Project{"/home/me/p", ""}.owns("/home/me/p/build/a.cpp")));
}

TEST(Project, FilesBelowTheRootAreRelativeToIt) {
  EXPECT_EQ(InHome.relative("/home/me/p/src/a.cpp"), "src/a.cpp");
  EXPECT_EQ(InHome.relative("/home/me/pp/a.cpp"), "/home/me/pp/a.cpp");
  EXPECT_EQ(InHome.relative("/home/me/p"), "/home/me/p");
  EXPECT_EQ((Project{"/", ""}.relative("/a.cpp")), "a.cpp");
}

} // namespace

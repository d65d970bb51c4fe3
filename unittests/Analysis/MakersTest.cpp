//===- MakersTest.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/Makers.h"
#include "MakersCode.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

TEST(Makers, CodeOfLibrariesIsNobodysLine) {
  Code C;
  Makers Who(C.P);
  EXPECT_TRUE(Who.isMaker(library("push", 1)));
  EXPECT_FALSE(Who.isUser(library("push", 1)));
  EXPECT_FALSE(Who.isMaker(user("run", 1)));
  EXPECT_TRUE(Who.isUser(user("run", 1)));
}

TEST(Makers, AMakerOfTheProgramIsItsOwnCode) {
  Code C;
  Makers Who(C.P);
  EXPECT_TRUE(Who.isMaker(maker("make", 1)));
  EXPECT_TRUE(Who.isUser(maker("make", 1)));
  EXPECT_TRUE(Who.isMaker({"_ZN4MeshC2Ev", "/src/mesh.cpp", 1}));
}

TEST(Makers, WithoutAFileTheNameDecides) {
  Code C;
  Makers Who(C.P);
  EXPECT_FALSE(Who.isUser({"_ZNSt6vectorIiSaIiEE9push_backERKi", "", 0}));
  EXPECT_TRUE(Who.isUser({"inflate", "", 0}));
  EXPECT_FALSE(Who.isUser({"", "", 0}));
}

TEST(Makers, TheLibraryTellsMoreThanTheFile) {
  Code C;
  Makers Who(C.P);
  const Frame Relative{"inflate", "inflate.c", 40};
  EXPECT_TRUE(Who.isUser(Relative));
  EXPECT_TRUE(Who.isMaker(Relative, "/lib/libz.so"));
  EXPECT_FALSE(Who.isUser(Relative, "/lib/libz.so"));
}

TEST(Makers, ASourceOfTheUserMustBeKnown) {
  Code C;
  EXPECT_TRUE(isUserSource(C.P, "/src/a.cpp", "/home/me/program"));
  EXPECT_TRUE(isUserSource(C.P, "/src/a.cpp", ""));
  EXPECT_FALSE(isUserSource(C.P, "", "/home/me/program"));
  EXPECT_FALSE(isUserSource(C.P, "/usr/include/lib.h", "/home/me/program"));
  EXPECT_FALSE(isUserSource(C.P, "a.c", "/usr/lib64/liba.so"));
}

} // namespace

//===- UserCallersTest.cpp -----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/UserCallers.h"
#include "MakersCode.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

UserLines callersOf(const Code &C, size_t Most = UserCallers::MaxLines) {
  const LoopDepths Depths(C.P);
  return UserCallers(C.P, Depths, Most).of(C.P.Sites[0]);
}

TEST(UserCallers, ALibrarysSiteHasTheNextLinesOfTheUser) {
  Code C;
  C.site({library("grow", 1)}).call({library("push", 2)}, "grow");
  C.call({user("run", 3)}, "push").call({user("main", 9)}, "other");
  EXPECT_EQ(shown(callersOf(C).Lines), "run:3");
}

TEST(UserCallers, ALineInAMakerOfTheProgramIsTheUsers) {
  Code C;
  C.site({library("grow", 1)}).call({maker("make", 7)}, "grow");
  C.call({user("run", 3)}, "make");
  EXPECT_EQ(shown(callersOf(C).Lines), "make:7");
}

TEST(UserCallers, ASiteWithALineOfTheUserHasNoOthers) {
  Code C;
  C.site({library("grow", 1), maker("make", 7)}).call({user("run", 3)}, "make");
  EXPECT_EQ(callersOf(C).size(), 0u);
}

TEST(UserCallers, TheDeepestInLoopsComesFirstAndTheRestIsCounted) {
  Code C;
  C.site({library("grow", 1)}).call({user("a", 1)}, "grow");
  C.call({user("b", 2)}, "grow", 2).call({user("c", 3)}, "grow", 1);
  EXPECT_EQ(shown(callersOf(C).Lines), "b:2 c:3 a:1");
  EXPECT_EQ(shown(callersOf(C, 1).Lines), "b:2");
  EXPECT_EQ(callersOf(C, 1).Others, 2u);
  EXPECT_EQ(callersOf(C, 1).size(), 3u);
}

TEST(UserCallers, CallsOfOneLineAreOneLine) {
  Code C;
  C.site({library("grow", 1)}).call({user("a", 1)}, "grow");
  C.call({library("push", 2), user("a", 1)}, "grow", 3);
  EXPECT_EQ(shown(callersOf(C).Lines), "a:1");
}

TEST(UserCallers, TheFunctionsTellActivationsIfAllDo) {
  Code C;
  C.site({library("grow", 1)});
  C.call({user("a", 1), user("b", 2)}, "grow").call({user("c", 3)}, "grow");
  C.P.MakerCalls[0].TellsActivations = true;
  EXPECT_EQ(callersOf(C).Functions, (std::vector<llvm::StringRef>{"b", "c"}));
  EXPECT_FALSE(callersOf(C).TellActivations);
  C.P.MakerCalls[1].TellsActivations = true;
  EXPECT_TRUE(callersOf(C).TellActivations);
}

} // namespace

//===- SectionPatternsTest.cpp ------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/sections/SectionPatterns.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

const FunctionNames Solve("_ZN3fem6Solver5solveEi"); // fem::Solver::solve(int)
const FunctionNames Main("main");

/// The pattern of one element, which it refers to.
struct OnePattern : SectionPattern {
  explicit OnePattern(const char *Text) : Elements{Text} {
    auto Patterns = parseSectionPatterns(Elements);
    if (!Patterns)
      ADD_FAILURE() << llvm::toString(Patterns.takeError());
    else if (Patterns->size() == 1)
      SectionPattern::operator=(std::move(Patterns->front()));
    else
      ADD_FAILURE() << Patterns->size() << " patterns";
  }

  const std::vector<std::string> Elements;
};

/// Why \p Element is no pattern.
std::string noPattern(const char *Element) {
  auto Patterns = parseSectionPatterns({Element});
  return Patterns ? "" : llvm::toString(Patterns.takeError());
}

TEST(SectionPatterns, AFunctionHasThreeNames) {
  EXPECT_EQ(Solve.Linkage, "_ZN3fem6Solver5solveEi");
  EXPECT_EQ(Solve.Qualified, "fem::Solver::solve");
  EXPECT_EQ(Solve.Unqualified, "solve");
  EXPECT_EQ(Main.Qualified, "main");
  EXPECT_EQ(Main.Unqualified, "main");
  const FunctionNames Free("_Z4stepv");
  EXPECT_EQ(Free.Qualified, "step");
  // No name of a function stays as it is.
  const FunctionNames Variable("_ZN3fem4meshE");
  EXPECT_EQ(Variable.Qualified, "_ZN3fem4meshE");
}

TEST(SectionPatterns, ArgumentsOfTheFunctionItselfAreNotPartOfItsName) {
  const FunctionNames Step("_Z4stepIiEvT_"); // void step<int>(int)
  EXPECT_EQ(Step.Qualified, "step");
  EXPECT_EQ(Step.Unqualified, "step");
}

TEST(SectionPatterns, AGlobIsOfTheQualifiedOrTheLinkageName) {
  for (const char *Glob :
       {"fem::Solver::solve", "fem::*", "*solve", "_ZN3fem6Solver5solveEi"})
    EXPECT_TRUE(OnePattern(Glob).matches(Solve)) << Glob;
  for (const char *Glob : {"solve", "fem", "fem::Solver::solve(int)"})
    EXPECT_FALSE(OnePattern(Glob).matches(Solve)) << Glob;
}

TEST(SectionPatterns, WithoutACallerItIsAPhaseWhereverItIsCalled) {
  EXPECT_FALSE(OnePattern("fem::*").Caller);
  EXPECT_FALSE(OnePattern("fem::*").matchesCaller(Main));
}

TEST(SectionPatterns, ASingleColonPartsCallerAndFunction) {
  const OnePattern P("main:fem::Solver::solve");
  EXPECT_TRUE(P.matches(Solve));
  EXPECT_TRUE(P.matchesCaller(Main));
  EXPECT_FALSE(P.matchesCaller(Solve));
  const OnePattern Q("fem::Solver::solve:main");
  EXPECT_TRUE(Q.matches(Main));
  EXPECT_TRUE(Q.matchesCaller(Solve));
}

TEST(SectionPatterns, ThePhaseIsCalledAsTheFunctionOrAsIsSaid) {
  EXPECT_EQ(OnePattern("fem::*").sectionName(Solve), "solve");
  EXPECT_EQ(OnePattern("fem::*=local work").sectionName(Solve), "local work");
  EXPECT_EQ(OnePattern("fem::*=a=b").sectionName(Solve), "a=b");
  EXPECT_EQ(OnePattern("fem::*=").sectionName(Solve), "solve");
  EXPECT_EQ(OnePattern("main:fem::*=a:b").sectionName(Solve), "a:b");
}

TEST(SectionPatterns, NoElementsAreNoPatterns) {
  auto Patterns = parseSectionPatterns({});
  ASSERT_TRUE(bool(Patterns));
  EXPECT_TRUE(Patterns->empty());
}

TEST(SectionPatterns, TheirOrderStays) {
  auto Patterns = parseSectionPatterns({"b=1", "a=2"});
  ASSERT_TRUE(bool(Patterns));
  ASSERT_EQ(Patterns->size(), 2u);
  EXPECT_EQ((*Patterns)[0].Name, "1");
  EXPECT_EQ((*Patterns)[1].Name, "2");
}

TEST(SectionPatterns, ARefusalQuotesTheElement) {
  EXPECT_EQ(noPattern(""), "'': a name is missing");
  EXPECT_EQ(noPattern("=name"), "'=name': a name is missing");
  EXPECT_EQ(noPattern("main:"), "'main:': a name is missing");
  EXPECT_EQ(noPattern(":solve=x"), "':solve=x': a name is missing");
  EXPECT_EQ(noPattern("[a").find("'[a': "), 0u);
}

} // namespace

//===- FunctionNamesTest.cpp --------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/FunctionNames.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

TEST(FunctionNames, ArgumentsOfTemplatesAreLeftOut) {
  EXPECT_EQ(collapseTemplates("std::vector<int, std::allocator<int>>::reserve"
                              "(unsigned long)"),
            "std::vector<...>::reserve(unsigned long)");
  EXPECT_EQ(collapseTemplates("a<b<c<d> > >::e<f>(g<h>)"),
            "a<...>::e<...>(g<...>)");
}

TEST(FunctionNames, AFunctionOfATraitIsThatOfItsType) {
  EXPECT_EQ(collapseTemplates("<words::Word as core::clone::Clone>::clone"),
            "words::Word::clone");
  EXPECT_EQ(collapseTemplates("<a::Vec<T, A> as b::From<&[T]>>::from::{{x}}"),
            "a::Vec<...>::from::{{x}}");
  EXPECT_EQ(collapseTemplates("<a as b"), "<...>");
  EXPECT_EQ(collapseTemplates("<str>::repeat"), "<...>::repeat");
}

TEST(FunctionNames, WithoutTemplatesANameStays) {
  EXPECT_EQ(collapseTemplates(""), "");
  EXPECT_EQ(collapseTemplates("main"), "main");
  EXPECT_EQ(collapseTemplates("f(void (*)(int))"), "f(void (*)(int))");
}

TEST(FunctionNames, SignsOfOperatorsAreNoBrackets) {
  for (const char *Name :
       {"operator<(A, A)", "operator>>(A&, int)", "A::operator->() const",
        "operator<=>(A, A)", "operator!=(A, A)"})
    EXPECT_EQ(collapseTemplates(Name), Name);
  EXPECT_EQ(collapseTemplates("v<int>::operator->() const"),
            "v<...>::operator->() const");
  EXPECT_EQ(collapseTemplates("operator< <int>(v<int>)"),
            "operator< <...>(v<...>)");
  EXPECT_EQ(collapseTemplates("A::operator()<int>(int)"),
            "A::operator()<...>(int)");
}

TEST(FunctionNames, OperatorsInsideOfArgumentsAreLeftOutToo) {
  EXPECT_EQ(collapseTemplates("f<&(g<int>::operator())>(int)"), "f<...>(int)");
}

TEST(FunctionNames, ABracketThatNothingOpensStays) {
  EXPECT_EQ(collapseTemplates("a>b"), "a>b");
  EXPECT_EQ(collapseTemplates("a<b"), "a<...>");
}

} // namespace

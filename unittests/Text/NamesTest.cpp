//===- NamesTest.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/Names.h"
#include "Report/text/Columns.h"
#include "Support/Printable.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace anomalloc {
namespace {

TEST(NamesTest, ScopesGoUntilTheNameFits) {
  EXPECT_EQ(shortFunctionName("one::two::three::four", 21),
            "one::two::three::four");
  EXPECT_EQ(shortFunctionName("one::two::three::four", 20), "...::three::four");
  EXPECT_EQ(shortFunctionName("one::two::three::four", 16), "...::three::four");
  EXPECT_EQ(shortFunctionName("one::two::three::four", 15), "...::four");
  // Arguments of a template of D, "a.f!(int, long).f", are no parameters.
  EXPECT_EQ(plainFunctionName("_D1a__T1fTiTlZQhFZv"), "a.f!(...).f");
  EXPECT_EQ(plainFunctionName("_D1a__T1fTiZQfFZv"), "a.f!int.f");
  EXPECT_EQ(briefFunctionName("one::two::three::four", 16), "two::three::four");
  EXPECT_EQ(briefFunctionName("one::two::three::four", 15), "three::four");
  EXPECT_EQ(briefFunctionName("one::two::three::four", 4), "four");
}

TEST(NamesTest, TheTraitOfARustFunctionGoesBeforeItsType) {
  constexpr const char *Clone =
      "_ZN50_$LT$words..Word$u20$as$u20$core..clone..Clone$GT$5clone"
      "17h0123456789abcdefE";
  EXPECT_EQ(briefFunctionName(Clone, 60),
            "<words::Word as core::clone::Clone>::clone");
  EXPECT_EQ(briefFunctionName(Clone, 20), "words::Word::clone");
  EXPECT_EQ(shortFunctionName(Clone, 20), "words::Word::clone");
}

TEST(NamesTest, DefaultArgumentsOfTemplatesAreDropped) {
  EXPECT_EQ(shortTypeName("std::vector<std::vector<int, std::allocator<int>>, "
                          "std::allocator<std::vector<int, "
                          "std::allocator<int>>>>",
                          100),
            "std::vector<std::vector<int>>");
  // What is not closed stays.
  EXPECT_EQ(shortTypeName("a<b, std::allocator<c", 100),
            "a<b, std::allocator<c");
}

TEST(NamesTest, NamesAreNeverCutWithinACharacter) {
  std::string Name;
  for (unsigned I = 0; I != 20; ++I)
    Name += "\u65e5";
  for (size_t Width = 4; Width != 60; ++Width) {
    EXPECT_TRUE(isPrintable(shortTypeName(Name, Width))) << Width;
    EXPECT_LE(columnsOf(shortTypeName(Name, Width)), Width);
  }
}

/// Of a quadratic pass over these the tests' time limit would tell.
TEST(NamesTest, LongNamesTakeTimeInProportionToTheirLength) {
  const std::pair<const char *, const char *> Pieces[] = {
      {"a::", ""},
      {"a<", ""},
      {"a<", ">"},
      {"(", ""},
      {"(", ")"},
      {"operator", ""},
      {"operator<", ""},
      {", std::allocator<", ""},
      {", std::allocator<", ">"},
      {"std::__cxx11::", ""},
      {" >", ""},
      {"(anonymous namespace)::", ""}};
  for (auto [Open, Close] : Pieces) {
    std::string Name, End;
    while (Name.size() < 2000000) {
      Name += Open;
      End += Close;
    }
    Name += "f" + End;
    EXPECT_LE(shortFunctionName(Name, 50).size(), 50u) << Open;
    EXPECT_LE(briefFunctionName(Name, 50).size(), 50u) << Open;
    EXPECT_LE(shortTypeName(Name, 50).size(), 50u) << Open;
    plainFunctionName(Name);
  }
}

} // namespace
} // namespace anomalloc

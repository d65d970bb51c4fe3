//===- StdMembersTest.cpp - the tables of std's names ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/StdMembers.h"
#include "utils/uses/StdFunctions.h"
#include "gtest/gtest.h"
#include <set>

using namespace clang::tidy::anomalloc;

namespace {

constexpr unsigned Anything = ~0u;

TEST(StdMembersTest, EachNameStandsOnce) {
  std::vector<llvm::StringRef> Names = stdMemberNames(Anything);
  EXPECT_EQ(std::set<llvm::StringRef>(Names.begin(), Names.end()).size(),
            Names.size());
}

TEST(StdMembersTest, TraitsAgreeWithWhatTheMemberDoes) {
  for (llvm::StringRef Name : stdMemberNames(Anything)) {
    const StdMember Member = stdMember(Name);
    if (Member.is(StdMember::AddsOne | StdMember::AddsMany))
      EXPECT_EQ(Member.Use, UseKind::Grow) << Name.str();
    if (Member.is(StdMember::Empties))
      EXPECT_TRUE(Member.Use == UseKind::Assign ||
                  Member.Use == UseKind::Shrink)
          << Name.str();
    if (Member.is(StdMember::Element | StdMember::Position | StdMember::Size |
                  StdMember::Lookup | StdMember::OfText))
      EXPECT_EQ(Member.Use, UseKind::Read) << Name.str();
  }
}

TEST(StdMembersTest, ANameThatIsNotThereDoesAnything) {
  EXPECT_EQ(stdMember("frobnicate").Use, UseKind::Mutate);
  EXPECT_FALSE(stdMember("frobnicate").is(Anything));
  EXPECT_FALSE(stdMember("").is(Anything));
}

TEST(StdFunctionsTest, WhatReducesReadsOnly) {
  ASSERT_TRUE(stdFunction("accumulate"));
  EXPECT_TRUE(stdFunction("accumulate")->is(StdFunction::Reduces));
  // It writes where its last iterator points to.
  EXPECT_FALSE(stdFunction("transform")->is(StdFunction::Reduces));
  EXPECT_EQ(stdArgumentUse("operator=="), StdArgument::Value);
  EXPECT_EQ(stdArgumentUse("frobnicate"), std::nullopt);
}

} // namespace

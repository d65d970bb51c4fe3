//===- DraftTest.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Update.h"
#include "BudgetOf.h"

using namespace anomalloc;
using namespace anomalloc::budget;
using namespace anomalloc::test;

namespace {

/// What stands between the comments at both ends.
std::string budgetsIn(const Program &Of) {
  const std::string Text = draft(budget::Run(Of.P));
  const size_t Begin = Text.find("- name: the whole run\n");
  const size_t End = Text.find("\n# Beside a base");
  if (Begin > End) {
    ADD_FAILURE() << Text;
    return "";
  }
  return Text.substr(Begin, End - Begin);
}

TEST(Draft, ARunIsWrittenDownAsItWasMeasured) {
  EXPECT_EQ(budgetsIn(SmallProgram()), "- name: the whole run\n"
                                       "  allocations: 15\n"
                                       "  bytes: 120\n"
                                       "  dark: 0\n"
                                       "- section: outside\n"
                                       "  allocations: 11\n"
                                       "- section: solve\n"
                                       "  allocations: 4\n");
}

TEST(Draft, WhatWasNotSeenIsNotLimited) {
  SmallProgram Small;
  Small.P.Sections.resize(1);
  Small.P.Counts.erase(Small.P.Counts.begin() + 1);
  Small.P.Processes[0].Interposed = false;
  EXPECT_EQ(budgetsIn(Small), "- name: the whole run\n"
                              "  allocations: 11\n"
                              "  bytes: 88\n");
}

TEST(Draft, ItHolds) {
  const SmallProgram Small;
  const budget::Run R(Small.P);
  const auto File = budgetOf(draft(R));
  ASSERT_EQ(File->Budgets.size(), 3u);
  for (const Verdict &V : judge(*File, {&R}, Against()))
    EXPECT_EQ(V.Outcome, Outcome::Holds) << V.Its->AtMost.Text;
}

TEST(Draft, ANameIsNoPattern) {
  for (const char *Name :
       {"a*b", "[x]", "{a,b}", "back\\slash", "a: b", "# c", "\"q\"", "- d",
        " space ", "tab\t", "line\nbreak", "na\xC3\xAFve", "true"}) {
    SmallProgram Small;
    Small.P.Sections[1] = Name;
    Small.P.Sections.push_back("axxb");
    Small.made(0, 2, 2);
    const budget::Run R(Small.P);
    const auto File = budgetOf(draft(R));
    ASSERT_EQ(File->Budgets.size(), 4u) << Name;
    const std::vector<Verdict> Verdicts = judge(*File, {&R}, Against());
    bool IsFound = false;
    for (const Verdict &V : Verdicts)
      if (V.Of == &File->Budgets[2]) {
        EXPECT_EQ(V.Outcome, Outcome::Holds) << Name << ": " << V.Why;
        EXPECT_EQ(V.Found.Number, 4u) << Name;
        IsFound = true;
      }
    EXPECT_TRUE(IsFound) << Name;
  }
}

} // namespace

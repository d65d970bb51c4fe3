//===- UpdateTest.cpp ---------------------------------------------------===//
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

/// The file after it was updated by a run of SmallProgram.
std::string updated(llvm::StringRef Text, bool Raise = false) {
  const SmallProgram Small;
  const budget::Run R(Small.P);
  const auto File = budgetOf(Text);
  return update(*File, judge(*File, {&R}, Against()), Raise).Text;
}

TEST(Update, LimitsAreLoweredAndAllElseStays) {
  EXPECT_EQ(updated("# by hand\n"
                    "budgets:\n"
                    "- bytes: \"4 KiB\"\t# quoted\n"
                    "  allocations:   1,000\r\n"
                    "- {section: solve, allocations: 10}"),
            "# by hand\n"
            "budgets:\n"
            "- bytes: 120\t# quoted\n"
            "  allocations:   15\r\n"
            "- {section: solve, allocations: 4}");
}

TEST(Update, ALimitThatIsMetStaysAsItIsWritten) {
  const char *Text = "budgets:\n- bytes: 120 bytes\n  allocations: '15'\n";
  EXPECT_EQ(updated(Text), Text);
}

TEST(Update, ABrokenLimitIsRaisedOnlyIfAsked) {
  const char *Text = "budgets:\n- allocations: 3\n";
  EXPECT_EQ(updated(Text), Text);
  EXPECT_EQ(updated(Text, /*Raise=*/true), "budgets:\n- allocations: 15\n");
}

TEST(Update, AShareIsRoundedUpToTheTenth) {
  // 4 of 15 are 26.67 %.
  EXPECT_EQ(updated("budgets:\n- section: solve\n  allocations: 50 %\n"),
            "budgets:\n- section: solve\n  allocations: 26.7 %\n");
  const char *Tight = "budgets:\n- section: solve\n  allocations: 26.68 %\n";
  EXPECT_EQ(updated(Tight), Tight);
}

TEST(Update, WhatWasLeftOpenStays) {
  const char *Text = "budgets:\n- allocations: +1 %\n- leaked: 99\n"
                     "- section: slove\n  allocations: 99\n";
  EXPECT_EQ(updated(Text), Text);
  EXPECT_EQ(updated(Text, /*Raise=*/true), Text);
}

TEST(Update, EachChangeIsTold) {
  const SmallProgram Small;
  const budget::Run R(Small.P);
  const auto File = budgetOf("budgets:\n- sites: 2\n  bytes: 4K\n");
  const UpdatedText New =
      update(*File, judge(*File, {&R}, Against()), /*Raise=*/false);
  ASSERT_EQ(New.Changes.size(), 1u);
  EXPECT_EQ(New.Changes[0].Its, &File->Budgets[0].Bounds[1]);
  EXPECT_EQ(New.Changes[0].Of, &File->Budgets[0]);
  EXPECT_EQ(New.Changes[0].To, "120");
}

TEST(Update, AnUpdatedFileHoldsAndStaysAsItIs) {
  const std::string Once =
      updated("budgets:\n- allocations: 1\n  bytes: 1\n  dark: 9 %\n",
              /*Raise=*/true);
  EXPECT_EQ(updated(Once), Once);
  const SmallProgram Small;
  const budget::Run R(Small.P);
  const auto File = budgetOf(Once);
  for (const Verdict &V : judge(*File, {&R}, Against()))
    EXPECT_EQ(V.Outcome, Outcome::Holds) << V.Its->AtMost.Text;
}

} // namespace

//===- JudgeTest.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Words.h"
#include "BudgetOf.h"

using namespace anomalloc;
using namespace anomalloc::budget;
using namespace anomalloc::test;

namespace {

using Lines = std::initializer_list<const char *>;

/// What became of the first limit of a budget.
struct Judged {
  Judged(Lines Text, const std::vector<const Profile *> &Runs,
         const std::vector<const Profile *> &BaseRuns = {},
         size_t MostLines = 0) {
    File = budgetWith(Text);
    for (const Profile *P : Runs)
      Now.push_back(std::make_unique<budget::Run>(*P));
    for (const Profile *P : BaseRuns)
      Then.push_back(std::make_unique<budget::Run>(*P));
    Base = Against(all(Then), all(Now));
    JudgeOptions Options;
    Options.Lines = MostLines;
    std::vector<Verdict> Verdicts = judge(*File, all(Now), Base, Options);
    if (Verdicts.empty())
      ADD_FAILURE() << "no limit was judged";
    else
      V = std::move(Verdicts.front());
  }

  std::string outcome() const { return nameOf(V.Outcome).str(); }

  using Runs = std::vector<std::unique_ptr<budget::Run>>;
  static std::vector<const budget::Run *> all(const Runs &Of) {
    std::vector<const budget::Run *> All;
    for (const auto &R : Of)
      All.push_back(R.get());
    return All;
  }

  std::unique_ptr<BudgetFile> File;
  Runs Now, Then;
  Against Base;
  Verdict V;
};

std::string outcome(Lines Text) {
  const SmallProgram Small;
  return Judged(Text, {&Small.P}).outcome();
}

TEST(Judge, AtMostMeansThatTheLimitItselfHolds) {
  EXPECT_EQ(outcome({"allocations: 15"}), "holds");
  EXPECT_EQ(outcome({"allocations: 14"}), "broken");
  EXPECT_EQ(outcome({"bytes: 120"}), "holds");
  EXPECT_EQ(outcome({"bytes: 119"}), "broken");
  EXPECT_EQ(outcome({"sites: 2"}), "holds");
  EXPECT_EQ(outcome({"sites: 1"}), "broken");
  EXPECT_EQ(outcome({"dark: 0"}), "holds");
}

TEST(Judge, AScopeCountsItsOwnBlocks) {
  EXPECT_EQ(outcome({"section: solve", "allocations: 4"}), "holds");
  EXPECT_EQ(outcome({"section: solve", "allocations: 3"}), "broken");
  EXPECT_EQ(outcome({"file: read.cpp", "allocations: 1"}), "holds");
  EXPECT_EQ(outcome({"file: read.cpp", "allocations: 0"}), "broken");
  EXPECT_EQ(outcome({"size: 9-", "allocations: 0"}), "holds");
}

TEST(Judge, AShareIsOfTheRun) {
  const SmallProgram Small;
  const Judged Broken({"section: solve", "allocations: 26.6 %"}, {&Small.P});
  EXPECT_EQ(Broken.outcome(), "broken");
  EXPECT_EQ(Broken.V.Reference, 15u);
  EXPECT_EQ(Broken.V.Most.Number, 3u);
  EXPECT_EQ(outcome({"section: solve", "allocations: 26.7 %"}), "holds");
}

TEST(Judge, ABreachNamesTheLinesThatBroughtIt) {
  const SmallProgram Small;
  const Judged One({"allocations: 14"}, {&Small.P});
  ASSERT_EQ(One.V.Lines.size(), 1u);
  EXPECT_EQ(One.V.Lines[0].Levels.front().File, "/src/solve.cpp");
  EXPECT_EQ(One.V.Lines[0].Its.Number, 14u);
  EXPECT_EQ(One.V.OtherLines, 1u);
  const Judged Both({"allocations: 0"}, {&Small.P});
  ASSERT_EQ(Both.V.Lines.size(), 2u);
  EXPECT_EQ(Both.V.Lines[1].Levels.front().File, "/src/read.cpp");
  const Judged Asked({"allocations: 0"}, {&Small.P}, {}, 1);
  EXPECT_EQ(Asked.V.Lines.size(), 1u);
  EXPECT_EQ(Asked.V.OtherLines, 1u);
}

TEST(Judge, GrowthNeedsABase) {
  const SmallProgram Small;
  const Judged Alone({"allocations: +1 %"}, {&Small.P});
  EXPECT_EQ(Alone.outcome(), "unanswered");
  EXPECT_EQ(Alone.V.Why, "there is nothing to compare with: name the profile "
                         "of the base with --against");
  EXPECT_EQ(outcome({"new sites: 0"}), "unanswered");
  EXPECT_EQ(outcome({"allocations: +1 %", "optional: true"}), "skipped");
}

TEST(Judge, GrowthIsToldBesideTheBase) {
  SmallProgram Old, New;
  New.made(1, 2);
  EXPECT_EQ(Judged({"allocations: +0"}, {&Old.P}, {&Old.P}).outcome(), "holds");
  EXPECT_EQ(Judged({"allocations: +2"}, {&New.P}, {&Old.P}).outcome(), "holds");
  const Judged Grown({"allocations: +1"}, {&New.P}, {&Old.P});
  EXPECT_EQ(Grown.outcome(), "broken");
  EXPECT_EQ(Grown.V.Reference, 15u);
  // Only what grew is named.
  ASSERT_EQ(Grown.V.Lines.size(), 1u);
  EXPECT_EQ(Grown.V.Lines[0].Levels.front().File, "/src/read.cpp");
  EXPECT_EQ(Grown.V.Lines[0].grown(), 2u);
}

TEST(Judge, ASiteIsNewIfTheBaseAllocatedNothingThere) {
  SmallProgram Old, New;
  New.site(3, "_Z4savev", "/src/save.cpp", 4).made(2, 1);
  EXPECT_EQ(Judged({"new sites: 0"}, {&Old.P}, {&Old.P}).outcome(), "holds");
  EXPECT_EQ(Judged({"new sites: 0"}, {&New.P}, {&Old.P}).outcome(), "broken");
  Old.site(3, "_Z4savev", "/src/save.cpp", 4);
  EXPECT_EQ(Judged({"new sites: 0"}, {&New.P}, {&Old.P}).outcome(), "broken");
  Old.made(2, 1);
  EXPECT_EQ(Judged({"new sites: 0"}, {&New.P}, {&Old.P}).outcome(), "holds");
}

TEST(Judge, OfRepetitionsTheMostDecidesAndOfGrowthTheLeast) {
  SmallProgram Few, Many;
  Many.made(1, 2);
  const Judged Most({"allocations: 16"}, {&Few.P, &Many.P, &Few.P});
  EXPECT_EQ(Most.outcome(), "broken");
  EXPECT_EQ(Most.V.DecidedBy, 1u);
  const Judged Least({"allocations: +0"}, {&Many.P, &Few.P}, {&Few.P});
  EXPECT_EQ(Least.outcome(), "holds");
  EXPECT_EQ(Least.V.DecidedBy, 1u);
}

TEST(Judge, ARunThatWasCutShortMayOnlyBreakALimit) {
  SmallProgram Small;
  Small.killed();
  const Judged Open({"allocations: 15"}, {&Small.P});
  EXPECT_EQ(Open.outcome(), "unanswered");
  EXPECT_EQ(Open.V.Why,
            "the process did not end in order (killed, aborted, _exit, exec, "
            "or still running): nobody knows the rest of the run; record it to "
            "its end, or say 'any end: true' in the budget");
  EXPECT_EQ(Judged({"allocations: 14"}, {&Small.P}).outcome(), "broken");
  // The rest of the run may lower a share.
  EXPECT_EQ(
      Judged({"section: solve", "allocations: 1 %"}, {&Small.P}).outcome(),
      "unanswered");
  EXPECT_EQ(Judged({"allocations: 15", "any end: true"}, {&Small.P}).outcome(),
            "holds");
}

TEST(Judge, AProcessWithoutAProfileLeavesItOpen) {
  SmallProgram Small;
  Small.P.Processes[0].Info = {{"unrecorded_children", "1"},
                               {"unrecorded_because", "disk full"}};
  const Judged Open({"allocations: 15"}, {&Small.P});
  EXPECT_EQ(Open.outcome(), "unanswered");
  EXPECT_EQ(Open.V.Why,
            "1 process that it started left no profile (disk full): nobody "
            "knows what is missing; record all of the run, or say 'missing "
            "children: true' in the budget");
  EXPECT_EQ(Judged({"allocations: 15", "missing children: true"}, {&Small.P})
                .outcome(),
            "holds");
}

TEST(Judge, WhatTheProfileDoesNotHaveIsNeverHeld) {
  SmallProgram Small;
  const Judged Leaks({"leaked: 0"}, {&Small.P});
  EXPECT_EQ(Leaks.outcome(), "unanswered");
  EXPECT_EQ(Leaks.V.Why, "it has no lifetimes: record it with 'anomalloc "
                         "record --mode=lifetime'");
  const Judged Misspelt({"section: slove", "allocations: 99"}, {&Small.P});
  EXPECT_EQ(Misspelt.outcome(), "unanswered");
  EXPECT_EQ(Misspelt.V.Why, "no section that ran is called 'slove'; there are: "
                            "outside, solve");
  Small.P.Processes[0].DroppedEvents = 5;
  const Judged Dropped({"allocations: 99"}, {&Small.P});
  EXPECT_EQ(Dropped.outcome(), "unanswered");
  EXPECT_EQ(Dropped.V.Why, "5 allocations were not counted, as the profile "
                           "could not grow: record it where there is room");
}

TEST(Judge, ARateIsComparedExactly) {
  Program Loops;
  Loops.loop(3).site(1, "_Z5solvev", "/src/solve.cpp", 7, 0).made(0, 1);
  EXPECT_EQ(
      Judged({"allocations per iteration: 0.333334"}, {&Loops.P}).outcome(),
      "holds");
  const Judged Broken({"allocations per iteration: 0.333333"}, {&Loops.P});
  EXPECT_EQ(Broken.outcome(), "broken");
  EXPECT_EQ(Broken.V.Found.Number, 1u);
  EXPECT_EQ(Broken.V.Found.Per, 3u);
}

TEST(Judge, ALoopThatNobodyCountedBreaksOnlyALimitOfNone) {
  Program Loops;
  Loops.loop(0).site(1, "_Z5solvev", "/src/solve.cpp", 7, 0).made(0, 1);
  EXPECT_EQ(Judged({"allocations per iteration: 0"}, {&Loops.P}).outcome(),
            "broken");
  const Judged Open({"allocations per iteration: 1"}, {&Loops.P});
  EXPECT_EQ(Open.outcome(), "unanswered");
  EXPECT_EQ(Open.V.Why, "nobody counted the iterations around solve.cpp:7: "
                        "choose other sites, or limit 'allocations'");
}

} // namespace

//===- GradeTest.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/Finding.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::lint;

namespace {

Finding finding(Level Loud, Severity Worth = Severity::Unrated) {
  Finding F;
  F.Loud = Loud;
  F.Worth = Worth;
  return F;
}

Finding measured(Level Loud, uint64_t Allocations, uint64_t Alone) {
  Finding F = finding(Loud);
  F.Recorded.emplace();
  F.Recorded->Sum.Allocations = Allocations;
  F.Recorded->Alone = Alone;
  return F;
}

TEST(Grade, OnlyAWarningOfHighSeverityIsAnError) {
  EXPECT_EQ(gradeOf(finding(Level::Warning, Severity::High)), Grade::Error);
  EXPECT_EQ(gradeOf(finding(Level::Warning, Severity::Medium)), Grade::Warning);
  EXPECT_EQ(gradeOf(finding(Level::Warning)), Grade::Warning);
  EXPECT_EQ(gradeOf(finding(Level::Hint, Severity::High)), Grade::Info);
}

TEST(Grade, SeveritiesHaveNames) {
  EXPECT_EQ(nameOf(Severity::Unrated), "unrated");
  EXPECT_EQ(nameOf(Severity::Low), "low");
  EXPECT_EQ(nameOf(Severity::Medium), "medium");
  EXPECT_EQ(nameOf(Severity::High), "high");
}

TEST(Grade, EveryWarningRanksAboveEveryHint) {
  Finding Best = finding(Level::Hint, Severity::High);
  Best.Heavy = Weight::Measured;
  Best.Sure = Certainty::Proved;
  for (const Finding &Hint :
       {Best, measured(Level::Hint, UINT64_MAX, UINT64_MAX)}) {
    EXPECT_LT(rankOf(Hint), 50);
    EXPECT_GE(rankOf(Hint), 0);
  }
  Finding Worst = finding(Level::Warning);
  EXPECT_EQ(rankOf(Worst), 50);
  EXPECT_LE(rankOf(measured(Level::Warning, UINT64_MAX, UINT64_MAX)), 100);
}

TEST(Grade, WhatWasMeasuredIsAboveAllElse) {
  Finding Best = finding(Level::Warning, Severity::High);
  Best.Heavy = Weight::NestedLoops; // the heaviest that nobody measured
  Best.Sure = Certainty::Proved;
  const double OfOthers = rankOf(measured(Level::Warning, UINT64_MAX, 0));
  const double Alone = rankOf(measured(Level::Warning, 1, 1));
  EXPECT_GT(OfOthers, rankOf(Best));
  EXPECT_GT(Alone, OfOthers);
  EXPECT_DOUBLE_EQ(rankOf(measured(Level::Warning, 1000, 1000)), Alone + 3);
  // It never ran.
  EXPECT_EQ(rankOf(measured(Level::Warning, 0, 0)), 50);
}

TEST(Grade, WeightCountsMoreThanSeverityAndThatMoreThanCertainty) {
  Finding Heavy = finding(Level::Warning), Severe = Heavy, Sure = Heavy;
  Heavy.Heavy = Weight::Cold; // the next above the lightest
  Severe.Worth = Severity::High;
  Sure.Sure = Certainty::Proved;
  EXPECT_GT(rankOf(Heavy), rankOf(Severe));
  EXPECT_GT(rankOf(Severe), rankOf(Sure));
  EXPECT_GT(rankOf(Sure), rankOf(finding(Level::Warning)));
}

} // namespace

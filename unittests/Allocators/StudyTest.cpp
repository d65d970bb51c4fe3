//===- StudyTest.cpp - what follows from measurements ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/Study.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

StudySeries seriesOf(size_t Allocator, StudyMeasure M,
                     const std::vector<double> &Numbers,
                     std::optional<uint64_t> Threads = std::nullopt) {
  StudySeries S{Allocator, Threads, {}};
  for (double Number : Numbers) {
    StudyRun Run;
    Run.Measured[M] = Number;
    S.Runs.push_back(Run);
  }
  return S;
}

Study studyOf(std::vector<StudySeries> Series, uint64_t Repeat) {
  Study S;
  S.Allocators = {{"glibc", "", nullptr}, {"other", "/x.so", nullptr}};
  S.Series = std::move(Series);
  S.Repeat = Repeat;
  return S;
}

const std::vector<double> Low = {1, 2, 3, 4, 5, 6, 7, 8};
const std::vector<double> High = {11, 12, 13, 14, 15, 16, 17, 18};
const std::vector<double> AsLow = {1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 0.5};

TEST(Judge, RunsThatDoNotOverlapDiffer) {
  Study S = studyOf({seriesOf(0, StudyMeasure::Wall, Low),
                     seriesOf(1, StudyMeasure::Wall, High)},
                    8);
  StudyVerdict V = judge(S);
  ASSERT_EQ(V.Comparisons.size(), 1u);
  EXPECT_TRUE(V.Comparisons[0].Differs);
  EXPECT_EQ(V.Comparisons[0].BaseMedian, 4.5);
  EXPECT_EQ(V.Comparisons[0].Median, 14.5);
  EXPECT_EQ(V.RepeatNeeded, 0u);
}

TEST(Judge, TheSameAllocatorTwiceIsNoDifference) {
  Study S = studyOf({seriesOf(0, StudyMeasure::Wall, Low),
                     seriesOf(1, StudyMeasure::Wall, AsLow)},
                    8);
  EXPECT_FALSE(judge(S).Comparisons.at(0).Differs);
}

TEST(Judge, EachNumberOfThreadsHasItsOwnBase) {
  Study S = studyOf({seriesOf(0, StudyMeasure::Wall, Low, 1),
                     seriesOf(1, StudyMeasure::Wall, AsLow, 1),
                     seriesOf(0, StudyMeasure::Wall, High, 2),
                     seriesOf(1, StudyMeasure::Wall, Low, 2)},
                    8);
  StudyVerdict V = judge(S);
  ASSERT_EQ(V.Comparisons.size(), 2u);
  EXPECT_FALSE(V.Comparisons[0].Differs);
  EXPECT_EQ(V.Comparisons[1].Base, &S.Series[2]);
  EXPECT_TRUE(V.Comparisons[1].Differs);
}

TEST(Judge, CorrectsForAllComparisonsOfTheStudy) {
  std::vector<StudySeries> Series;
  for (uint64_t Threads = 1; Threads != 11; ++Threads)
    for (size_t Allocator : {0, 1})
      Series.push_back(seriesOf(Allocator, StudyMeasure::Wall,
                                Allocator ? std::vector<double>{4, 5, 6, 7}
                                          : std::vector<double>{0, 1, 2, 3},
                                Threads));
  Study S = studyOf(Series, 4);
  StudyVerdict V = judge(S);
  EXPECT_NEAR(V.Comparisons[0].P, 2.0 / 70, 1e-12);
  EXPECT_NEAR(V.Comparisons[0].Corrected, 20.0 / 70, 1e-12);
  EXPECT_FALSE(V.Comparisons[0].Differs);
  // 2 of 924 is less than 5 % of a tenth; 2 of 252 is not.
  EXPECT_EQ(V.RepeatNeeded, 6u);
}

TEST(Judge, RunsThatFailedAndFaultsAreLeftOut) {
  Study S = studyOf({seriesOf(0, StudyMeasure::Wall, Low),
                     seriesOf(1, StudyMeasure::Wall, High)},
                    8);
  for (StudyRun &Run : S.Series[1].Runs)
    Run.Failure = "exit code 1";
  S.Series[0].Runs[0].Measured[StudyMeasure::MajorFaults] = 1;
  EXPECT_TRUE(judge(S).Comparisons.empty());
  EXPECT_EQ(S.Series[1].typicalRun(), nullptr);
  EXPECT_EQ(S.Series[0].typicalRun(), &S.Series[0].Runs[3]);
}

TEST(RssTrack, KeepsTheMostOfEachStepWhateverTheLength) {
  RssTrack T;
  const uint64_t Step = T.Step;
  T.add(0, 10);
  T.add(1, 5);
  T.add(3 * Step, 20);
  EXPECT_EQ(T.Points, (std::vector<uint64_t>{10, 10, 10, 20}));
  T.add(RssTrack::Most * Step, 7);
  EXPECT_EQ(T.Step, 2 * Step);
  ASSERT_EQ(T.Points.size(), RssTrack::Most / 2 + 1);
  EXPECT_EQ(T.Points[0], 10u);
  EXPECT_EQ(T.Points[1], 20u);
  EXPECT_EQ(T.Points.back(), 7u);
  T.add(1000 * RssTrack::Most * Step, 30);
  EXPECT_LE(T.Points.size(), RssTrack::Most);
  EXPECT_EQ(T.Points.back(), 30u);
  EXPECT_EQ(*llvm::max_element(T.Points), 30u);
}

} // namespace

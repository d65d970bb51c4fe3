//===- Study.cpp - a program under several allocators ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/Study.h"
#include "Allocators/RankTest.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

ArrayRef<StudyMeasureInfo> studyMeasures() {
  static const StudyMeasureInfo All[] = {
#define ANOMALLOC_STUDY_MEASURE(Id, Key, Title, Unit, Judged)                  \
  {StudyMeasure::Id, Key, Title, StudyUnit::Unit, Judged},
#include "Allocators/StudyMeasures.def"
  };
  return All;
}

void RssTrack::add(uint64_t At, uint64_t Bytes) {
  while (At / Step >= Most) {
    for (size_t I = 0; I < Points.size(); I += 2)
      Points[I / 2] =
          std::max(Points[I], I + 1 < Points.size() ? Points[I + 1] : 0);
    Points.resize((Points.size() + 1) / 2);
    Step *= 2;
  }
  const size_t Index = At / Step;
  const uint64_t Before = Points.empty() ? 0 : Points.back();
  while (Points.size() < Index)
    Points.push_back(Before);
  if (Points.size() == Index)
    Points.push_back(0);
  Points[Index] = std::max(Points[Index], Bytes);
}

std::vector<double> StudySeries::numbers(StudyMeasure M) const {
  std::vector<double> Numbers;
  for (const StudyRun &Run : Runs)
    if (auto It = Run.Measured.find(M);
        Run.Failure.empty() && It != Run.Measured.end())
      Numbers.push_back(It->second);
  return Numbers;
}

const StudyRun *StudySeries::typicalRun() const {
  std::vector<std::pair<double, const StudyRun *>> ByTime;
  for (const StudyRun &Run : Runs)
    if (auto It = Run.Measured.find(StudyMeasure::Wall);
        Run.Failure.empty() && It != Run.Measured.end())
      ByTime.push_back({It->second, &Run});
  sort(ByTime);
  return ByTime.empty() ? nullptr : ByTime[(ByTime.size() - 1) / 2].second;
}

bool Study::has(StudyMeasure M) const {
  return any_of(
      Series, [&](const StudySeries &One) { return !One.numbers(M).empty(); });
}

StudyVerdict judge(const Study &S) {
  StudyVerdict Verdict;
  std::vector<double> P;
  for (const StudyMeasureInfo &Info : studyMeasures()) {
    if (!Info.Judged || !S.has(Info.Measure))
      continue;
    const StudySeries *Base = nullptr;
    for (const StudySeries &One : S.Series) {
      if (One.Allocator == 0) {
        Base = &One;
        continue;
      }
      const std::vector<double> Its = One.numbers(Info.Measure);
      const std::vector<double> Bases = Base->numbers(Info.Measure);
      if (Its.empty() || Bases.empty())
        continue;
      P.push_back(rankTest(Bases, Its));
      Verdict.Comparisons.push_back({Info.Measure, Base, &One, medianOf(Bases),
                                     medianOf(Its), P.back(), 1, false});
    }
  }
  const std::vector<double> Corrected = correctByHolm(P);
  for (auto [C, Its] : zip(Verdict.Comparisons, Corrected)) {
    C.Corrected = Its;
    C.Differs = Its <= StudyVerdict::Level;
  }
  // Were all of them different, Holm would ask this of the clearest.
  const double Asked =
      StudyVerdict::Level / double(std::max<size_t>(P.size(), 1));
  if (!P.empty() && leastOfRankTest(S.Repeat) > Asked)
    for (Verdict.RepeatNeeded = S.Repeat + 1;
         leastOfRankTest(Verdict.RepeatNeeded) > Asked;)
      ++Verdict.RepeatNeeded;
  return Verdict;
}

} // namespace anomalloc

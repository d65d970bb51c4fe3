//===- AdviceTest.cpp - what follows from given numbers -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advice/Advice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace llvm;

namespace {

constexpr double MiB = 1 << 20;

/// Answers with numbers by the candidate's name.
struct Laboratory {
  struct Numbers {
    double Time, Peak, Mean; ///< Milliseconds, MiB, MiB.
  };
  StringMap<Numbers> Of;
  StringMap<std::string> Failures;
  /// How far repeated runs lie apart.
  double Spread = 0.001;
  /// Added to the fresh time of a name.
  StringMap<double> FreshTime;
  std::vector<std::string> Asked;

  Expected<std::vector<CandidateRuns>> operator()(ArrayRef<Candidate> These,
                                             unsigned Repeat) {
    std::vector<CandidateRuns> Result;
    for (const Candidate &C : These) {
      Asked.push_back(C.name());
      CandidateRuns M;
      M.Failure = Failures.lookup(C.name());
      auto It = Of.find(C.name());
      // What is not listed is like the base.
      const Numbers N = It == Of.end() ? Of["glibc"] : It->second;
      for (unsigned I = 0; M.Failure.empty() && I != Repeat; ++I) {
        const double Factor = 1 + Spread * I;
        double Time = N.Time;
        if (Repeat > 2)
          Time += FreshTime.lookup(C.name());
        M.Numbers[0].push_back(Time * 1e6 * Factor);
        M.Numbers[1].push_back(N.Peak * MiB * Factor);
        M.Numbers[2].push_back(N.Mean * MiB * Factor);
      }
      Result.push_back(std::move(M));
    }
    return Result;
  }
};

AdviceRequest requestOf(std::initializer_list<const char *> Names) {
  AdviceRequest R;
  for (const char *Name : Names)
    R.Allocators.push_back(
        {Name, StringRef(Name) == "glibc" ? "" : std::string("/lib/") + Name,
         findKnownAllocator(Name)});
  R.RunTime = 1000 * 1000000; // 1 s
  return R;
}

AllocatorAdvice adviceOf(Laboratory &L, const AdviceRequest &R) {
  Expected<AllocatorAdvice> A = adviseAllocator(R, L);
  EXPECT_TRUE(bool(A));
  return A ? std::move(*A) : AllocatorAdvice();
}

std::vector<std::string> bestOf(const AllocatorAdvice &A) {
  std::vector<std::string> Names;
  for (const Advice &B : A.Best)
    Names.push_back(A.Finalists[B.Finalist].What.name());
  return Names;
}
using NamesOf = std::vector<std::string>;

TEST(Advice, NothingIsWorthAChangeWhereNothingDiffers) {
  Laboratory L;
  L.Of["glibc"] = {100, 50, 40};
  AllocatorAdvice A = adviceOf(L, requestOf({"glibc", "jemalloc"}));
  EXPECT_TRUE(A.Best.empty());
  EXPECT_EQ(A.RepeatNeeded, 0u);
}

TEST(Advice, AnotherAllocatorIsAdvisedForWhatItSaves) {
  Laboratory L;
  L.Of["glibc"] = {100, 50, 40};
  L.Of["jemalloc"] = {60, 70, 60};
  for (const AllocatorSetting &S : allocatorSettings())
    if (S.Allocator == "jemalloc")
      L.Of[("jemalloc, " + S.Id).str()] = {90, 80, 80};
  AllocatorAdvice A = adviceOf(L, requestOf({"glibc", "jemalloc"}));
  ASSERT_EQ(bestOf(A), NamesOf{"jemalloc"});
  EXPECT_EQ(A.Best[0].For, std::vector<AdviceMeasure>{AdviceMeasure::Time});
  const Finalist &F = A.Finalists[A.Best[0].Finalist];
  const MeasureChange &Time = F.Changes[0];
  EXPECT_TRUE(Time.Differs);
  // The medians of 7 runs.
  EXPECT_DOUBLE_EQ(Time.Base, 100e6 * 1.003);
  EXPECT_DOUBLE_EQ(Time.saved(), 40e6 * 1.003);
  EXPECT_FALSE(F.Changes[1].IsWorth);
  EXPECT_TRUE(F.Changes[1].Differs);
  EXPECT_LT(F.Changes[1].saved(), 0);
}

TEST(Advice, SettingsThatHelpTheBestAllocatorAreCombined) {
  Laboratory L;
  L.Of["glibc"] = {100, 50, 40};
  L.Of["glibc, trim"] = {100, 45, 40};
  L.Of["glibc, mxfast-0"] = {100, 40, 40};
  L.Of["glibc, mmap"] = {100, 48, 40};
  L.Of["glibc, trim, mxfast-0"] = {100, 30, 40};
  // One more does not help any more.
  L.Of["glibc, trim, mmap, mxfast-0"] = {100, 31, 40};
  AllocatorAdvice A = adviceOf(L, requestOf({"glibc"}));
  EXPECT_EQ(bestOf(A), NamesOf{"glibc, trim, mxfast-0"});
  EXPECT_TRUE(is_contained(L.Asked, "glibc, trim, mmap, mxfast-0"));
}

TEST(Advice, SettingsOfOneThingAreNotCombined) {
  Laboratory L;
  L.Of["glibc"] = {100, 50, 40};
  L.Of["glibc, trim"] = {90, 50, 40};
  L.Of["glibc, trim-never"] = {50, 50, 40};
  AllocatorAdvice A = adviceOf(L, requestOf({"glibc"}));
  EXPECT_EQ(bestOf(A), NamesOf{"glibc, trim-never"});
  EXPECT_FALSE(is_contained(L.Asked, "glibc, trim, trim-never"));
}

TEST(Advice, TheLeastChangeIsAdvisedAmongEquals) {
  Laboratory L;
  L.Of["glibc"] = {100, 50, 40};
  for (const AllocatorSetting &S : allocatorSettings())
    if (S.Allocator == "jemalloc")
      L.Of[("jemalloc, " + S.Id).str()] = {70, 50, 40};
  L.Of["jemalloc"] = {50, 50, 40};
  L.Of["jemalloc, no-tcache"] = {49.5, 50, 40};
  AllocatorAdvice A = adviceOf(L, requestOf({"glibc", "jemalloc"}));
  EXPECT_EQ(bestOf(A), NamesOf{"jemalloc"});
}

TEST(Advice, TheBestWithoutAnotherAllocatorIsToldToo) {
  Laboratory L;
  L.Of["glibc"] = {100, 50, 40};
  L.Of["jemalloc"] = {50, 50, 40};
  for (const AllocatorSetting &S : allocatorSettings())
    if (S.Allocator == "jemalloc")
      L.Of[("jemalloc, " + S.Id).str()] = {70, 50, 40};
  L.Of["glibc, tcache-200"] = {70, 50, 40};
  AllocatorAdvice A = adviceOf(L, requestOf({"glibc", "jemalloc"}));
  EXPECT_EQ(bestOf(A), (NamesOf{"jemalloc", "glibc, tcache-200"}));
}

TEST(Advice, LuckInTheFirstRunsIsNoAdvice) {
  Laboratory L;
  L.Of["glibc"] = {100, 50, 40};
  L.Of["glibc, trim"] = {50, 50, 40};
  L.FreshTime["glibc, trim"] = 50;
  AllocatorAdvice A = adviceOf(L, requestOf({"glibc"}));
  EXPECT_TRUE(A.Best.empty());
  ASSERT_FALSE(A.Finalists.empty());
  EXPECT_FALSE(A.Finalists[0].Changes[0].Differs);
}

TEST(Advice, ASmallSavingIsNotWorthAChange) {
  Laboratory L;
  L.Spread = 0.0001;
  L.Of["glibc"] = {100, 50, 10};
  // 0.5 % of the run; 4 %; 9 %, but less than 1 MiB.
  L.Of["glibc, trim"] = {95, 48, 9.1};
  AdviceRequest R = requestOf({"glibc"});
  AllocatorAdvice A = adviceOf(L, R);
  EXPECT_TRUE(A.Best.empty());
  ASSERT_FALSE(A.Finalists.empty());
  for (const MeasureChange &C : A.Finalists[0].Changes)
    EXPECT_TRUE(C.Differs);
  // Where the run's time is not known, the allocator's counts.
  R.RunTime = 0;
  EXPECT_TRUE(adviceOf(L, R).Best.empty());
  L.Of["glibc, trim"].Time = 89;
  EXPECT_EQ(bestOf(adviceOf(L, R)), NamesOf{"glibc, trim"});
}

TEST(Advice, SettingsForThreadsAreTriedOnlyWithThreads) {
  Laboratory L;
  L.Of["glibc"] = {100, 50, 40};
  AdviceRequest R = requestOf({"glibc"});
  R.HasThreads = false;
  adviceOf(L, R);
  EXPECT_FALSE(is_contained(L.Asked, "glibc, arena-1"));
  R.HasThreads = true;
  adviceOf(L, R);
  EXPECT_TRUE(is_contained(L.Asked, "glibc, arena-1"));
}

TEST(Advice, WhoFailsIsNotAdvised) {
  Laboratory L;
  L.Of["glibc"] = {100, 50, 40};
  L.Of["jemalloc"] = {1, 1, 1};
  L.Failures["jemalloc"] = "killed by signal 6";
  AllocatorAdvice A = adviceOf(L, requestOf({"glibc", "jemalloc"}));
  EXPECT_TRUE(A.Best.empty());

  L.Failures["glibc"] = "out of memory";
  Expected<AllocatorAdvice> None = adviseAllocator(requestOf({"glibc"}), L);
  ASSERT_FALSE(bool(None));
  EXPECT_EQ(toString(None.takeError()),
            "nothing to compare with: the replay under glibc failed: out of "
            "memory");
}

TEST(Advice, TooFewRunsShowNothingAndThatIsTold) {
  Laboratory L;
  L.Of["glibc"] = {100, 50, 40};
  L.Of["glibc, trim"] = {50, 50, 40};
  AdviceRequest R = requestOf({"glibc"});
  R.Repeat = 3;
  AllocatorAdvice A = adviceOf(L, R);
  EXPECT_TRUE(A.Best.empty());
  // 3 comparisons: 2 of 252 ways is enough, 2 of 70 is not.
  EXPECT_EQ(A.RepeatNeeded, 5u);
}

} // namespace

//===- ServedTest.cpp - which pools and arenas are tried ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advice/Served.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace llvm;

namespace {

const Allocator Glibc = {"glibc", "", nullptr};

/// A size's blocks: allocations, most live at once, frees by other threads.
void add(TraceSummary &S, uint64_t Size, SizeUse Use) {
  S.Allocations += Use.Allocations;
  S.Sizes[Size] = Use;
  S.Keys.push_back({0, Size, 1, 0, 0, 0});
  S.AllocationsOfKey.push_back(Use.Allocations);
}

void addSection(TraceSummary &S, uint32_t Number, SectionUse Use) {
  S.Sections[Number] = Use;
  S.SectionNames[Number] = "section" + std::to_string(Number);
}

std::vector<std::string> namesOf(const ServedAdvice &A) {
  std::vector<std::string> Names;
  for (const ServedCandidate &C : A.Candidates)
    Names.push_back(C.Its.What.name());
  return Names;
}
using NamesOf = std::vector<std::string>;

TEST(Served, PoolsAreTriedForSmallBlocksThatComeAndGo) {
  TraceSummary S;
  add(S, 24, {50000, 50000, 0, 3, 100});
  add(S, 48, {60000, 50000, 0, 0, 10000});
  add(S, 16, {40000, 0, 0, 0, 40000});    // They stay.
  add(S, 513, {50000, 50000, 0, 0, 100}); // Large.
  add(S, 8, {999, 999, 0, 0, 1});         // Few.
  add(S, 0, {50000, 50000, 0, 0, 1});
  ServedAdvice A = chooseServed(S, Glibc);
  EXPECT_EQ(namesOf(A), (NamesOf{"glibc, pool-48", "glibc, pool-24",
                                 "glibc, pool-24, pool-48"}));
  EXPECT_FALSE(A.Candidates[0].IsShared);
  EXPECT_TRUE(A.Candidates[1].IsShared);
  EXPECT_TRUE(A.Candidates[2].IsShared);
  EXPECT_EQ(A.Candidates[2].Blocks, 110000u);
  EXPECT_EQ(A.Candidates[2].Keys, (std::vector<uint32_t>{0, 1}));
}

TEST(Served, ThePoolsOfTheMostBlocksAreTried) {
  TraceSummary S;
  for (uint64_t Size = 8; Size != 80; Size += 8)
    add(S, Size, {10000 + Size, 10000, 0, 0, 1});
  EXPECT_EQ(
      namesOf(chooseServed(S, Glibc)),
      (NamesOf{"glibc, pool-72", "glibc, pool-64", "glibc, pool-56",
               "glibc, pool-48", "glibc, pool-48, pool-56, pool-64, pool-72"}));
}

TEST(Served, ArenasAreTriedWhereNoBlockEscapes) {
  TraceSummary S;
  S.Allocations = 100000;
  S.TellsSections = true;
  addSection(S, 1, {.Blocks = 20000, .Activations = 3, .MostAtOnce = 1});
  addSection(S, 2,
             {.Blocks = 30000, .Escaped = 2, .EscapePlace = "f in x.cpp:7"});
  addSection(S, 3, {.Blocks = 40000, .Escaped = 1, .Elsewhere = 5});
  addSection(S, 4, {.Blocks = 100, .MostAtOnce = 1});
  addSection(S, 5, {.Blocks = 10000, .MostAtOnce = 1001});
  ServedAdvice A = chooseServed(S, Glibc);
  EXPECT_EQ(namesOf(A), NamesOf{"glibc, arena-section1"});
  ASSERT_EQ(A.Impossible.size(), 3u);
  EXPECT_EQ(
      A.Impossible[0].Why,
      "1 block of 40,000 lives on when it ends and 5 blocks of 40,000 were "
      "made by a thread that had not begun it");
  EXPECT_EQ(A.Impossible[1].Why,
            "2 blocks of 30,000 live on when it ends, made at f in x.cpp:7");
  EXPECT_EQ(A.Impossible[2].Why, "1,001 arenas would be in use at once");
  S.TellsSections = false;
  EXPECT_TRUE(chooseServed(S, Glibc).Candidates.empty());
}

TEST(Served, TheBestPoolIsToldAndEachArenaThatIsWorthIt) {
  TraceSummary S;
  S.TellsSections = true;
  add(S, 24, {50000, 50000, 0, 0, 100});
  add(S, 48, {50000, 50000, 0, 0, 100});
  addSection(S, 1, {.Blocks = 20000, .MostAtOnce = 1});
  AdviceRequest Request;
  Request.Allocators = {Glibc};
  Request.RunTime = 1000000000;
  // Both pools save as much as one of them alone.
  auto Measure = [](ArrayRef<Candidate> These,
                    unsigned Repeat) -> Expected<std::vector<CandidateRuns>> {
    std::vector<CandidateRuns> Result;
    for (const Candidate &C : These) {
      const double Time = C.PoolSizes.empty() ? 100
                          : C.PoolSizes[0] == 48 && C.PoolSizes.size() == 1
                              ? 90
                              : 60;
      CandidateRuns M;
      for (unsigned I = 0; I != Repeat; ++I) {
        M.Numbers[0].push_back((Time + 0.01 * I) * 1e6);
        M.Numbers[1].push_back(50e6 + (C.ArenaSections.empty() ? 0 : -20e6) +
                               I);
        M.Numbers[2].push_back(40e6);
      }
      Result.push_back(std::move(M));
    }
    return std::move(Result);
  };
  ServedAdvice A = chooseServed(S, Glibc);
  ASSERT_FALSE(bool(measureServed(Request, Measure, A)));
  ASSERT_EQ(namesOf(A),
            (NamesOf{"glibc, pool-24", "glibc, pool-48",
                     "glibc, pool-24, pool-48", "glibc, arena-section1"}));
  using Measures = std::vector<AdviceMeasure>;
  EXPECT_EQ(A.Candidates[0].For, Measures{AdviceMeasure::Time});
  EXPECT_EQ(A.Candidates[1].For, Measures{});
  EXPECT_EQ(A.Candidates[2].For, Measures{});
  EXPECT_EQ(A.Candidates[3].For, Measures{AdviceMeasure::PeakResident});
  EXPECT_FALSE(A.Candidates[3].Its.Changes[0].Differs);
}

} // namespace

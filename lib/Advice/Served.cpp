//===- Served.cpp ---------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advice/Served.h"
#include "Advice/Judge.h"
#include "Replay/ServedPlan.h"
#include "Support/Numbers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

using Limits = ServedLimits;

bool isMany(const TraceSummary &S, uint64_t Blocks) {
  return Blocks >= Limits::LeastBlocks &&
         double(Blocks) >= Limits::LeastShare * double(S.Allocations);
}

class Choice {
public:
  Choice(const TraceSummary &S, const Allocator &Base, ServedAdvice &A)
      : S(S), Base(Base), A(A) {}

  void pools() {
    std::vector<std::pair<uint64_t, uint64_t>> Found; // Blocks, size.
    for (const auto &[Size, Use] : S.Sizes)
      if (Size && Size <= Limits::LargestSize && isMany(S, Use.Allocations) &&
          Use.Allocations / std::max<uint64_t>(Use.MostLive, 1) >=
              Limits::LeastTurns)
        Found.push_back({Use.Allocations, Size});
    llvm::sort(Found, [](auto L, auto R) {
      return L.first != R.first ? L.first > R.first : L.second < R.second;
    });
    if (Found.size() > Limits::MostPools)
      Found.resize(Limits::MostPools);
    std::vector<uint64_t> All;
    for (auto [Blocks, Size] : Found) {
      add({Size});
      All.push_back(Size);
    }
    llvm::sort(All);
    if (All.size() > 1)
      add(All);
  }

  void arenas() {
    std::vector<std::pair<uint64_t, uint32_t>> Found; // Blocks, section.
    for (const auto &[Number, Use] : S.Sections)
      if (isMany(S, Use.Blocks) && S.SectionNames.count(Number))
        Found.push_back({Use.Blocks, Number});
    llvm::sort(Found, [](auto L, auto R) {
      return L.first != R.first ? L.first > R.first : L.second < R.second;
    });
    size_t Possible = 0;
    for (auto [Blocks, Number] : Found) {
      const SectionUse &Use = S.Sections.at(Number);
      const std::string &Name = S.SectionNames.at(Number);
      if (!S.TellsSections)
        A.Impossible.push_back({Name, Blocks, 0, 0,
                                "the trace is of an older version, which does "
                                "not tell when sections end"});
      else if (!Use.allowsArena())
        A.Impossible.push_back(
            {Name, Blocks, Use.Escaped, Use.Elsewhere, whyNoArena(Use)});
      else if (Use.MostAtOnce > Limits::MostArenasAtOnce)
        A.Impossible.push_back({Name, Blocks, 0, 0,
                                formatNumberOf(Use.MostAtOnce, "arena") +
                                    " would be in use at once"});
      else if (Possible++ < Limits::MostArenas)
        addArena(Number, Name);
    }
  }

private:
  void add(std::vector<uint64_t> Sizes) {
    ServedCandidate C;
    for (uint64_t Size : Sizes) {
      const SizeUse &Use = S.Sizes.at(Size);
      C.Blocks += Use.Allocations;
      C.IsShared |= Use.CrossFrees != 0;
    }
    addKeys(C, [&](const format::TraceKey &K) {
      return is_contained(Sizes, K.Size);
    });
    C.Its.What = {Base, {}, std::move(Sizes), {}};
    A.Candidates.push_back(std::move(C));
  }

  void addArena(uint32_t Number, const std::string &Name) {
    ServedCandidate C;
    C.Blocks = S.Sections.at(Number).Blocks;
    addKeys(C, [&](const format::TraceKey &K) { return K.Section == Number; });
    C.Its.What = {Base, {}, {}, {Name}};
    A.Candidates.push_back(std::move(C));
  }

  void addKeys(ServedCandidate &C,
               function_ref<bool(const format::TraceKey &)> IsIts) const {
    for (uint32_t I = 0; I != S.Keys.size(); ++I)
      if (IsIts(S.Keys[I]))
        C.Keys.push_back(I);
  }

  const TraceSummary &S;
  const Allocator &Base;
  ServedAdvice &A;
};

} // namespace

ServedAdvice chooseServed(const TraceSummary &S, const Allocator &Base) {
  ServedAdvice A;
  Choice Chosen(S, Base, A);
  Chosen.pools();
  Chosen.arenas();
  return A;
}

void addPlaces(ServedAdvice &A, const TraceSummary &S, ArrayRef<Count> Names) {
  auto NumberOf = [](auto Index) { return Index ? uint64_t(*Index) + 1 : 0; };
  for (ServedCandidate &C : A.Candidates) {
    std::map<std::pair<uint64_t, uint64_t>, ServedCandidate::Place> All;
    for (uint32_t Key : C.Keys) {
      const Count &K = Names[Key];
      ServedCandidate::Place &P = All[{NumberOf(K.Site), NumberOf(K.Dark)}];
      P = {K.Site, K.Dark, P.Blocks + S.AllocationsOfKey[Key]};
    }
    for (const auto &Each : All)
      C.Places.push_back(Each.second);
    llvm::stable_sort(C.Places, [](const auto &L, const auto &R) {
      return L.Blocks > R.Blocks;
    });
  }
}

/// Of pools, the best for each measure; of two that are as good, the one with
/// fewer sizes.
static void choose(ServedAdvice &A) {
  for (AdviceMeasure M : AdviceMeasures) {
    double Least = A.Base.median(M);
    ServedCandidate *Best = nullptr;
    auto IsWorth = [&](const ServedCandidate &C) {
      return C.Its.Changes[size_t(M)].IsWorth;
    };
    for (ServedCandidate &C : A.Candidates)
      if (!C.Its.What.ArenaSections.empty() && IsWorth(C))
        C.For.push_back(M);
      else if (C.Its.What.ArenaSections.empty() && IsWorth(C))
        Least = std::min(Least, C.Its.Changes[size_t(M)].Median);
    for (ServedCandidate &C : A.Candidates)
      if (const MeasureChange &Its = C.Its.Changes[size_t(M)];
          C.Its.What.ArenaSections.empty() && IsWorth(C) &&
          Its.Median - Least <= AllocatorAdvice::AsGood * Its.Base &&
          (!Best ||
           C.Its.What.PoolSizes.size() < Best->Its.What.PoolSizes.size()))
        Best = &C;
    if (Best)
      Best->For.push_back(M);
  }
}

Error measureServed(const AdviceRequest &Request, MeasureCandidates Measure,
                    ServedAdvice &A) {
  if (A.Candidates.empty())
    return Error::success();
  std::vector<Candidate> These = {{Request.Allocators.front(), {}, {}, {}}};
  for (const ServedCandidate &C : A.Candidates)
    These.push_back(C.Its.What);
  Expected<std::vector<CandidateRuns>> Numbers =
      Measure(These, Request.Repeat);
  if (!Numbers)
    return Numbers.takeError();
  A.Base = std::move(Numbers->front());
  if (!A.Base.Failure.empty())
    return createStringError(inconvertibleErrorCode(),
                             "nothing to compare pools and arenas with: the "
                             "replay under " +
                                 These.front().name() +
                                 " failed: " + A.Base.Failure);
  std::vector<Finalist> All;
  for (size_t I = 1; I != These.size(); ++I)
    All.push_back({std::move(These[I]), std::move((*Numbers)[I]), {}});
  A.RepeatNeeded = judgeChanges(Request, A.Base, All);
  for (auto [C, F] : zip_equal(A.Candidates, All))
    C.Its = std::move(F);
  choose(A);
  return Error::success();
}

} // namespace anomalloc

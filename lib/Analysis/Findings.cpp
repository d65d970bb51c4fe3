//===- Findings.cpp - named anomalies with evidence -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc {

const Anomaly &anomaly(AnomalyKind Kind) {
  static const Anomaly Rows[] = {
#define ANOMALLOC_ANOMALY(Id, Name, Title, Advice) {Name, Title, Advice},
#include "anomalloc/Anomalies.def"
  };
  return Rows[size_t(Kind)];
}

std::pair<uint64_t, uint64_t> AllocatingLine::commonSize() const {
  std::pair<uint64_t, uint64_t> Most = {0, 0};
  for (auto [Size, Allocations] : Sizes)
    if (Allocations > Most.second)
      Most = {Size, Allocations};
  return Most;
}

uint64_t AllocatingLine::leastCost(uint64_t Blocks) const {
  return SaturatingMultiply(Blocks, Cost.Least);
}

bool FindingContext::isFrequent(uint64_t Allocations) const {
  constexpr uint64_t Least = 100, OneOf = 1000;
  uint64_t All = Lifetimes.All.Allocated.Allocations;
  return Allocations >= std::max(Least, All / OneOf);
}

namespace {

/// The user's line: of the site itself, or the only one that leads there.
const Frame &placeOf(const Site &S, const UserLines &Callers) {
  return Callers.size() == 1 ? Callers.Lines[0] : S.userFrame();
}

AllocatorCost leastCostOf(const Profile &P,
                          const std::map<uint64_t, uint64_t> &Sizes) {
  AllocatorCost All = {UINT64_MAX, true};
  for (auto [Size, Allocations] : Sizes) {
    AllocatorCost One = costOf(P, Size);
    All = {std::min(All.Least, One.Least), All.Measured && One.Measured};
  }
  return Sizes.empty() ? AllocatorCost() : All;
}

std::vector<AllocatingLine> addUpLines(const Profile &P, const LifetimeTable &T,
                                       const AllocatorModel &Model) {
  std::map<std::tuple<StringRef, uint32_t, StringRef, StringRef>,
           AllocatingLine>
      Lines;
  for (const LifetimeTable::Row &R : T.Rows) {
    if (!R.Site)
      continue;
    const Site &S = P.site(*R.Site);
    const Frame &Place = placeOf(S, R.Callers);
    // A library's line serves many; without a line, functions are all there is
    // to tell places apart.
    bool ByFunction = Place.Line == 0 || R.Callers.size() > 1;
    AllocatingLine &L =
        Lines[{Place.File, Place.Line,
               ByFunction ? Place.Function : StringRef(), S.Callee}];
    if (L.Rows.empty()) {
      L.Place = Place;
      L.Callee = S.Callee;
    }
    L.Rows.push_back(&R);
    L.Peak = SaturatingAdd(L.Peak, R.Peak.Allocations);
    for (const Lifetime *Part : R.Parts) {
      L.Sum.add(*Part, Model);
      L.Growth.add(P, *Part);
      L.Sizes[Part->Size] =
          SaturatingAdd(L.Sizes[Part->Size], Part->Counts.Allocated);
    }
  }
  std::vector<AllocatingLine> Result;
  for (auto &Pair : Lines) {
    AllocatingLine &L = Pair.second;
    L.Cost = leastCostOf(P, L.Sizes);
    Result.push_back(std::move(L));
  }
  return Result;
}

/// A finding that says the same with less evidence.
bool isCovered(AnomalyKind Kind, ArrayRef<MeasuredAnomaly> Findings) {
  return (Kind == AnomalyKind::ShortLived || Kind == AnomalyKind::Reusable) &&
         any_of(Findings, [](const MeasuredAnomaly &F) {
           return F.Kind == AnomalyKind::StackCandidate;
         });
}

} // namespace

FindingTable findAnomalies(const Profile &P, const LifetimeTable &Lifetimes) {
  FindingTable T;
  FindingContext Context = {
      P, Lifetimes, AllocatorModel(P),
      all_of(P.Processes, [](const Process &One) { return One.Exited; })};
  T.CostsMeasured = !P.PairCosts.empty();
  for (AllocatingLine &Line : addUpLines(P, Lifetimes, Context.Model)) {
    FindingTable::Row R;
    auto Add = [&](AnomalyKind Kind, std::optional<MeasuredAnomaly> F) {
      if (!F || isCovered(Kind, R.Findings))
        return;
      F->Kind = Kind;
      R.SavedNanoseconds = std::max(R.SavedNanoseconds, F->SavedNanoseconds);
      R.SavedBytes = std::max(R.SavedBytes, F->SavedBytes);
      R.Findings.push_back(std::move(*F));
    };
#define ANOMALLOC_ANOMALY(Id, Name, Title, Advice)                             \
  Add(AnomalyKind::Id, detect##Id(Line, Context));
#include "anomalloc/Anomalies.def"
    if (R.Findings.empty())
      continue;
    R.Line = std::move(Line);
    T.Rows.push_back(std::move(R));
  }
  sort(T.Rows, [](const auto &A, const auto &B) {
    const Frame &PA = A.Line.Place, &PB = B.Line.Place;
    return std::tie(B.SavedNanoseconds, B.SavedBytes, PA.File, PA.Line,
                    PA.Function, A.Line.Callee) <
           std::tie(A.SavedNanoseconds, A.SavedBytes, PB.File, PB.Line,
                    PB.Function, B.Line.Callee);
  });
  return T;
}

} // namespace anomalloc

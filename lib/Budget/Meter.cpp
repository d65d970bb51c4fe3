//===- Meter.cpp - what a run has of a measure ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Meter.h"
#include "Profile/Totals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;

namespace anomalloc::budget {
namespace {

/// What one row of lifetimes has of \p What.
uint64_t partOf(const Lifetime &L, Measure What) {
  const LifetimeCounts &C = L.Counts;
  switch (What) {
  case Measure::Temporary:
    return C.Temporary;
  case Measure::Leaked:
    return C.live();
  case Measure::LeakedBytes:
    return SaturatingMultiply(C.live(), L.Size);
  case Measure::Peak:
    return SaturatingMultiply(C.AtPeak, L.Size);
  default:
    return 0;
  }
}

/// What one row of counts has of it.
uint64_t partOf(const Count &C, Measure What) {
  switch (What) {
  case Measure::Allocations:
    return C.Allocations;
  case Measure::Bytes:
    return SaturatingMultiply(C.Allocations, C.Size);
  case Measure::Dark:
    return C.Site ? 0 : C.Allocations;
  default:
    return 0;
  }
}

void addTo(uint64_t &Sum, uint64_t Part) { Sum = SaturatingAdd(Sum, Part); }

bool isOfLifetimes(Measure What) {
  MeasureNeed Need = rowOf(What).Needs;
  return Need == MeasureNeed::Lifetimes || Need == MeasureNeed::End;
}

bool isPool(const Profile &P, const Lifetime &L) {
  return L.Site && P.site(*L.Site).Family == SiteFamily::Pool;
}

/// Calls \p Take with each row of the heap that is in the scope.
template <typename F> void eachCount(const InScope &Where, F Take) {
  for (const Count &C : Where.R.Counts)
    if (C.Allocations && isHeap(Where.R.P, C) && Where.has(C))
      Take(C);
}

template <typename F> void eachLifetime(const InScope &Where, F Take) {
  for (const Lifetime &L : Where.R.P.Lifetimes)
    if (!isPool(Where.R.P, L) && Where.has(L))
      Take(L);
}

/// What allocations per iteration of \p S are divided by, or 0: not known.
uint64_t iterationsOf(const budget::Run &R, const Site &S) {
  auto [Basis, Number] = R.Iterations.of(S);
  return Basis == IterationCounts::Per::Iteration ? Number : 0;
}

void takeMost(Value &Most, const Value &One) {
  if (Most < One)
    Most = One;
}

std::set<SiteIndex> sitesOf(const InScope &Where) {
  std::set<SiteIndex> Sites;
  eachCount(Where, [&](const Count &C) {
    if (C.Site)
      Sites.insert(*C.Site);
  });
  return Sites;
}

/// Loops are counted over the whole run, so the allocations must be, too.
void readIterations(const InScope &Where, Reading &To) {
  for (SiteIndex I : sitesOf(Where)) {
    const Site &S = Where.R.P.site(I);
    if (uint64_t Iterations = iterationsOf(Where.R, S))
      takeMost(To.Its, {Where.R.OfSite[uint32_t(I)], Iterations});
    else if (S.InnermostLoop || S.LoopDepth)
      To.Unrated.push_back(I);
    else if (Where.R.Depths.effectiveDepth(S))
      To.InCallers.push_back(I);
  }
}

/// Calls are counted over the whole run, too.
void readCalls(const InScope &Where, Reading &To) {
  std::map<StringRef, uint64_t> Sums;
  for (const auto &[Name, Calls] : Where.R.Calls)
    if (Calls && matchesFunction(Where.S.Globs.Functions, Name))
      Sums[Name] = 0;
  if (Sums.empty())
    To.Missing = "how often the function was called is not known: no site or "
                 "loop stands once in each of its calls, or it was inlined "
                 "(docs/budgets.md)";
  for (SiteIndex I : sitesOf(Where))
    if (auto Its = Sums.find(Where.R.P.site(I).outermostFrame().Function);
        Its != Sums.end())
      addTo(Its->second, Where.R.OfSite[uint32_t(I)]);
  for (const auto &[Name, Allocations] : Sums)
    takeMost(To.Its, {Allocations, Where.R.Calls.at(Name)});
}

} // namespace

bool isOfSites(Measure What) {
  return rowOf(What).Unit == MeasureUnit::Rate || What == Measure::Sites ||
         What == Measure::NewSites;
}

std::map<SiteIndex, Value> measureSites(const InScope &Where, Measure What,
                                        const std::vector<bool> *Known) {
  std::map<SiteIndex, Value> Sites;
  if (isOfLifetimes(What)) {
    eachLifetime(Where, [&](const Lifetime &L) {
      if (uint64_t Part = partOf(L, What); Part && L.Site)
        addTo(Sites[*L.Site].Number, Part);
    });
    return Sites;
  }
  const MeasureRow &Row = rowOf(What);
  eachCount(Where, [&](const Count &C) {
    if (!C.Site)
      return;
    if (Row.Unit == MeasureUnit::Rate) {
      const Site &S = Where.R.P.site(*C.Site);
      const StringRef Function = S.outermostFrame().Function;
      auto Calls = What == Measure::PerCall &&
                           matchesFunction(Where.S.Globs.Functions, Function)
                       ? Where.R.Calls.find(Function)
                       : Where.R.Calls.end();
      uint64_t Per = What == Measure::PerIteration  ? iterationsOf(Where.R, S)
                     : Calls == Where.R.Calls.end() ? 0
                                                    : Calls->second;
      if (Per)
        Sites[*C.Site] = {Where.R.OfSite[uint32_t(*C.Site)], Per};
    } else if (What == Measure::Sites) {
      Sites[*C.Site] = {1};
    } else if (What == Measure::NewSites) {
      if (Known && !(*Known)[uint32_t(*C.Site)])
        Sites[*C.Site] = {1};
    } else if (uint64_t Part = partOf(C, What)) {
      addTo(Sites[*C.Site].Number, Part);
    }
  });
  return Sites;
}

std::vector<DarkPart> measureDark(const InScope &Where, Measure What) {
  std::vector<DarkPart> Parts;
  eachLifetime(Where, [&](const Lifetime &L) {
    if (uint64_t Part = partOf(L, What); Part && !L.Site)
      Parts.push_back({L.Dark, Part, L.Counts.Allocated});
  });
  return Parts;
}

/// The sum over the scope.
static void readSum(const InScope &Where, Measure What, Reading &To) {
  if (isOfLifetimes(What)) {
    const Profile &P = Where.R.P;
    const bool OfBytes = rowOf(What).Unit == MeasureUnit::Bytes;
    // Over all code, small sites are one (Stratum::InTotals).
    const bool IsAll = Where.S.Parts.empty();
    SampleSum Sum(IsAll);
    eachLifetime(Where, [&](const Lifetime &L) {
      if (P.isEstimated()) {
        const uint64_t Each = OfBytes ? L.Size : 1;
        Sum.add(P, L.Drawn, Each ? partOf(L, What) / Each : 0, Each);
      }
      addTo(To.Its.Number, partOf(L, What));
      addTo(To.Whole, rowOf(What).Unit == MeasureUnit::Bytes
                          ? SaturatingMultiply(L.Counts.Allocated, L.Size)
                          : L.Counts.Allocated);
    });
    if (P.isEstimated()) {
      To.Interval = Sum.estimate(P);
      To.Its.Number = To.Interval.Value;
    }
    return;
  }
  eachCount(Where, [&](const Count &C) {
    addTo(To.Its.Number, partOf(C, What));
    if (rowOf(What).Share == MeasureShare::OfScope)
      addTo(To.Whole, C.Allocations);
  });
  if (rowOf(What).Share == MeasureShare::OfRun)
    for (const Count &C : Where.R.Counts)
      if (isHeap(Where.R.P, C))
        addTo(To.Whole, partOf(C, What));
}

Reading measure(const InScope &Where, Measure What,
                const std::vector<bool> *Known) {
  Reading To;
  To.Missing = Where.R.missing(rowOf(What).Needs);
  if (To.Missing.empty() && isOfSites(What))
    To.Missing = Where.R.missingSites();
  if (!To.Missing.empty())
    return To;
  switch (What) {
  case Measure::PerIteration:
    readIterations(Where, To);
    break;
  case Measure::PerCall:
    readCalls(Where, To);
    break;
  case Measure::Sites:
  case Measure::NewSites:
    To.Its.Number = measureSites(Where, What, Known).size();
    break;
  case Measure::Peak:
    if (Where.S.Parts.empty() && !Where.R.P.isEstimated()) {
      for (const Process &One : Where.R.P.Processes)
        if (One.Lifetimes)
          addTo(To.Its.Number, One.Lifetimes->PeakBytes);
      break;
    }
    [[fallthrough]];
  default:
    readSum(Where, What, To);
  }
  return To;
}

} // namespace anomalloc::budget

//===- LifetimeTable.cpp - what became of the blocks ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/LifetimeTable.h"
#include "Analysis/estimate/ScaleSamples.h"
#include "Analysis/sites/EventKind.h"
#include "Profile/Totals.h"
#include "anomalloc/Mode.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

using format::LifetimeBuckets;

/// Whether \p Bucket is one of the allocation clock.
bool isOfClock(uint32_t Bucket) { return Bucket < LifetimeBuckets::NumBuckets; }

bool wasLifetimeMode(const Process &One) {
  std::string Its = One.info("mode").value_or("").str();
  Mode M = {};
  return One.Lifetimes || (readMode(M, Its.c_str()) && M.has(Mode::Lifetime));
}

using LifetimeRow = LifetimeTable::Row;

void addFreeSites(LifetimeRow &R, const Lifetime &L) {
  for (auto [Dark, Number] : L.FreeSites) {
    auto Same = find_if(R.FreeSites,
                        [D = Dark](const auto &F) { return F.first == D; });
    if (Same == R.FreeSites.end())
      R.FreeSites.push_back({Dark, Number});
    else
      Same->second = SaturatingAdd(Same->second, Number);
  }
}

/// Dark origins count by library and function, as in the table of these.
using OriginKey = std::tuple<uint64_t, StringRef, StringRef>;

OriginKey keyOf(const Profile &P, const Lifetime &L) {
  if (L.Site)
    return {uint64_t(*L.Site) + 1, "", ""};
  const DarkOrigin &D = P.dark(*L.Dark);
  return {0, D.Library, D.Function};
}

} // namespace

LifetimeState lifetimeStateOf(const Profile &P) {
  size_t Recorded = 0, Seen = 0;
  for (const Process &One : P.Processes) {
    if (!wasLifetimeMode(One))
      continue;
    ++Recorded;
    // Past the runtime's malloc, frees go past its free.
    Seen += One.Lifetimes && One.Interposed && !One.Bypassed;
  }
  if (!Recorded)
    return LifetimeState::NotRecorded;
  if (!Seen)
    return LifetimeState::NotSeen;
  return Seen == P.Processes.size() ? LifetimeState::Seen
                                    : LifetimeState::Partly;
}

void LifetimeSum::add(const Lifetime &L, const AllocatorModel &Model) {
  const LifetimeCounts &C = L.Counts;
  Allocated.add(C.Allocated, L.Size);
  Freed.add(C.Freed, L.Size);
  Live.add(C.live(), L.Size);
  AtPeak.add(C.AtPeak, L.Size);
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text)                          \
  Member = SaturatingAdd(Member, C.Member);
#include "anomalloc/LifetimeCounters.def"
  for (auto [Bucket, Number] : C.Buckets)
    Buckets[Bucket] = SaturatingAdd(Buckets[Bucket], Number);
  if (!C.AtPeak)
    return;
  BlockSize B = Model.blockFor(L.Size);
  if (B.Source == BlockSource::Unknown) {
    UnknownAtPeak = SaturatingMultiplyAdd(C.AtPeak, L.Size, UnknownAtPeak);
    return;
  }
  auto Add = [&](uint64_t &Sum, uint64_t Each) {
    Sum = SaturatingMultiplyAdd(C.AtPeak, Each, Sum);
  };
  Add(HeaderAtPeak, B.Taken - B.Usable);
  Add(RoundingAtPeak, B.Usable - L.Size);
  // A block of one byte is as small as any.
  uint64_t Least = Model.blockFor(1).Usable;
  if (B.Usable == Least)
    Add(MinimumAtPeak, B.Usable - L.Size);
}

uint64_t LifetimeSum::lifetimeOf(double Share) const {
  uint64_t All = 0, Sum = 0;
  for (auto [Bucket, Number] : Buckets)
    if (isOfClock(Bucket))
      All = SaturatingAdd(All, Number);
  for (auto [Bucket, Number] : Buckets) {
    Sum = SaturatingAdd(Sum, Number);
    if (isOfClock(Bucket) && double(Sum) >= Share * double(All))
      return LifetimeBuckets::longest(Bucket);
  }
  return 0;
}

Estimate LifetimeSum::medianLifetime(double Draws) const {
  Estimate E = Estimate::exact(lifetimeOf(0.5));
  double All = 0, Sum = 0;
  for (auto [Bucket, Number] : Buckets)
    All += isOfClock(Bucket) ? double(Number) : 0;
  if (!(Draws < HUGE_VAL && All > 0))
    return E;
  E.IsExact = false;
  E.Draws = uint64_t(Draws);
  bool IsBelow = true;
  for (auto [Bucket, Number] : Buckets) {
    if (!isOfClock(Bucket))
      break;
    Sum += double(Number);
    const auto [Low, High] = shareInterval(Sum / All * Draws, Draws);
    if (IsBelow && High >= 0.5) {
      E.Low = LifetimeBuckets::longest(Bucket);
      IsBelow = false;
    }
    E.High = LifetimeBuckets::longest(Bucket);
    if (Low >= 0.5)
      break;
  }
  return E;
}

uint64_t LifetimeSum::freedWithin(uint64_t Limit) const {
  uint64_t Sum = 0;
  for (auto [Bucket, Number] : Buckets)
    if (isOfClock(Bucket) && LifetimeBuckets::longest(Bucket) <= Limit)
      Sum = SaturatingAdd(Sum, Number);
  return Sum;
}

uint64_t LifetimeSum::freedAfter(uint64_t Least) const {
  uint64_t Sum = 0;
  for (auto [Bucket, Number] : Buckets)
    if (isOfClock(Bucket) && LifetimeBuckets::shortest(Bucket) >= Least)
      Sum = SaturatingAdd(Sum, Number);
  return Sum;
}

uint64_t LifetimeTable::nearPeak() const { return PeakBytes - PeakBytes / 10; }

uint64_t LifetimeTable::clockOfPeak() const {
  const uint64_t Near = nearPeak();
  auto First =
      find_if(Timeline, [&](const Point &P) { return P.Bytes >= Near; });
  return First == Timeline.end()
             ? 0
             : uint64_t(First - Timeline.begin()) << TimelineShift;
}

std::optional<uint64_t> LifetimeTable::mostUpToPeak() const {
  if (Timeline.empty())
    return std::nullopt;
  // Between two points the live bytes grow by one step at most.
  const uint64_t Near = nearPeak(), Step = uint64_t(1) << TimelineShift;
  for (size_t I = Timeline.size(); I--;)
    if (SaturatingAdd(Timeline[I].Bytes, Step) >= Near)
      return std::min<uint64_t>(Clock, (I + 1) << TimelineShift);
  return Clock;
}

std::optional<uint64_t> LifetimeTable::mostAfterPeak() const {
  if (Timeline.empty())
    return std::nullopt;
  return Clock - std::min(Clock, clockOfPeak());
}

static void drawTimeline(LifetimeTable &T, const LifetimeTotals &Its,
                         const AllocatorModel &Model) {
  T.TimelineShift = Its.TimelineShift;
  T.ExtraKnown = Its.UsableKnown;
  T.Timeline.clear();
  for (const TimelinePoint &P : Its.Timeline) {
    LifetimeTable::Point &Drawn = T.Timeline.emplace_back();
    Drawn.Bytes = P.Bytes;
    Drawn.Blocks = P.Blocks;
    if (!T.ExtraKnown)
      continue;
    Drawn.Header = Model.leastHeader(P.Blocks);
    // Threads may have been in the middle of it.
    Drawn.Rounding = P.UsableBytes - std::min(P.UsableBytes, P.Bytes);
  }
}

LifetimeEstimates estimateLifetimes(const Profile &P,
                                    ArrayRef<const Lifetime *> Parts,
                                    bool InTotals) {
  auto Add = [&](auto BlocksOf, bool OfBytes) {
    SampleSum All(InTotals);
    for (const Lifetime *L : Parts)
      All.add(P, L->Drawn, BlocksOf(L->Counts), OfBytes ? L->Size : 1);
    return All;
  };
  auto Sum = [&](auto BlocksOf, bool OfBytes = false) {
    return Add(BlocksOf, OfBytes).estimate(P);
  };
  auto Both = [&](auto BlocksOf) {
    return LifetimeEstimates::BlocksAndBytes{Sum(BlocksOf),
                                             Sum(BlocksOf, true)};
  };
  using Counts = const LifetimeCounts &;
  LifetimeEstimates E;
  E.Freed = Both([](Counts C) { return C.Freed; });
  E.Live = Both([](Counts C) { return C.live(); });
  E.AtPeak = Both([](Counts C) { return C.AtPeak; });
  E.Temporary = Sum([](Counts C) { return C.Temporary; });
  E.FreedElsewhere = Sum([](Counts C) { return C.FreedElsewhere; });
  E.OwnPeak = Both([](Counts C) { return C.Peak; });
  E.FreedDraws =
      Add([](Counts C) { return C.Freed; }, false).effectiveDraws(P);
  return E;
}

LifetimeEstimates estimateRow(const Profile &P, const Lifetime &L) {
  auto Both = [&](uint64_t Blocks) {
    LifetimeEstimates::BlocksAndBytes E;
    E.Blocks = E.Bytes = estimateOfRow(P, L.Drawn, Blocks);
    for (uint64_t *Number : {&E.Bytes.Value, &E.Bytes.Low, &E.Bytes.High})
      *Number = SaturatingMultiply(*Number, L.Size);
    return E;
  };
  const LifetimeCounts &C = L.Counts;
  return {Both(C.Freed), Both(C.live()), Both(C.AtPeak),
          Both(C.Temporary).Blocks, Both(C.FreedElsewhere).Blocks,
          Both(C.Peak)};
}

LifetimeEstimates LifetimeTable::estimateAll(const Profile &P) const {
  std::vector<const Lifetime *> Parts;
  for (const Row &R : Rows)
    append_range(Parts, R.Parts);
  return estimateLifetimes(P, Parts, /*InTotals=*/true);
}

/// Adds blocks that no drawn block stands for to the rows of the same code.
static void addNotDrawn(LifetimeTable &T, const Profile &P,
                        std::map<OriginKey, LifetimeRow> &Rows,
                        ArrayRef<Count> NotDrawn) {
  std::set<OriginKey> Others;
  for (const Count &C : NotDrawn) {
    if (!isHeap(P, C))
      continue;
    Lifetime Its;
    Its.Site = C.Site;
    Its.Dark = C.Dark;
    OriginKey Key = keyOf(P, Its);
    auto Known = Rows.find(Key);
    (Known == Rows.end() ? T.NotDrawn : Known->second.NotDrawn).add(C);
    if (Known == Rows.end())
      Others.insert(Key);
  }
  T.CodeNotDrawn = Others.size();
  for (const auto &Pair : Rows) {
    const LifetimeRow &R = Pair.second;
    T.InRows += R.Sum.Allocated;
    T.InRows += R.NotDrawn;
  }
}

LifetimeTable computeLifetimes(const Profile &P,
                               ArrayRef<const Lifetime *> Lifetimes,
                               UserCallers &Callers, ArrayRef<Count> NotDrawn) {
  LifetimeTable T;
  T.State = lifetimeStateOf(P);
  AllocatorModel Model(P);
  size_t Processes = 0;
  for (const Process &One : P.Processes)
    if (One.Lifetimes) {
      const LifetimeTotals &Its = *One.Lifetimes;
      T.PeakBytes = SaturatingAdd(T.PeakBytes, Its.PeakBytes);
      T.UnknownFrees = SaturatingAdd(T.UnknownFrees, Its.UnknownFrees);
      T.Unwatched += {Its.Unwatched, Its.UnwatchedBytes};
      T.TemporaryLimit = std::max(T.TemporaryLimit, Its.TemporaryLimit);
      T.ClockStep = std::max(T.ClockStep, Its.ClockStep);
      drawTimeline(T, Its, Model);
      ++Processes;
    }
  if (Processes != 1)
    T.Timeline.clear();
  else
    for (const Lifetime &L : P.Lifetimes)
      T.Clock = SaturatingMultiplyAdd(L.Counts.Allocated, L.Size, T.Clock);
  if (P.isEstimated() && Processes == 1)
    T.Clock = computeTotals(P).Heap.Bytes;

  for (const Lifetime &L : P.Lifetimes)
    T.LiveAtEnd = SaturatingMultiplyAdd(inTotals(P, L).Counts.live(), L.Size,
                                        T.LiveAtEnd);

  std::map<OriginKey, LifetimeRow> Rows;
  for (const Lifetime *L : Lifetimes) {
    if (L->Site && P.site(*L->Site).Family == SiteFamily::Pool)
      continue;
    T.All.add(inTotals(P, *L), Model);
    LifetimeRow &R = Rows[keyOf(P, *L)];
    if (L->Site)
      R.Site = L->Site;
    else
      std::tie(std::ignore, R.Library, R.Function) = keyOf(P, *L);
    R.Sum.add(*L, Model);
    R.Peak.add(L->Counts.Peak, L->Size);
    R.PeakIsBound |= L->Counts.PeakIsBound || !R.Parts.empty();
    R.Parts.push_back(L);
    addFreeSites(R, *L);
  }
  addNotDrawn(T, P, Rows, NotDrawn);
  for (auto &Pair : Rows) {
    LifetimeRow &R = Pair.second;
    sort(R.FreeSites, [](const auto &A, const auto &B) {
      return std::tie(B.second, A.first) < std::tie(A.second, B.first);
    });
    if (R.Site)
      R.Callers = Callers.of(P.site(*R.Site));
    T.Rows.push_back(std::move(R));
  }
  sort(T.Rows, [](const LifetimeRow &A, const LifetimeRow &B) {
    return std::tie(B.Sum.Allocated.Allocations, B.Sum.Allocated.Bytes, A.Site,
                    A.Library, A.Function) <
           std::tie(A.Sum.Allocated.Allocations, A.Sum.Allocated.Bytes, B.Site,
                    B.Library, B.Function);
  });
  return T;
}

} // namespace anomalloc

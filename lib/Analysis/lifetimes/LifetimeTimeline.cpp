//===- LifetimeTimeline.cpp - live memory without a trace -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/LifetimeTable.h"
#include "Analysis/lifetimes/TraceTimeline.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

void addTrack(TraceTimeline &T, const LifetimeTotals &Totals) {
  std::vector<LiveAmount> Points;
  LiveAmount Last;
  for (const TimelinePoint &P : Totals.Timeline) {
    // A large block may jump over points.
    if (P.Bytes)
      Last = {P.Bytes, P.Blocks};
    Points.push_back(Last);
  }
  auto Most = max_element(Points, [](const LiveAmount &A, const LiveAmount &B) {
    return A.Bytes < B.Bytes;
  });
  if (Most != Points.end())
    T.PeakClock = uint64_t(Most - Points.begin()) << Totals.TimelineShift;
  T.ByClock = LiveTrack(std::move(Points), Totals.TimelineShift);
}

void add(LiveAmount &To, uint64_t Blocks, uint64_t Size) {
  To.Blocks += Blocks;
  To.Bytes += Blocks * Size;
}

void addHolders(TraceTimeline &T, const Profile &P) {
  std::map<std::tuple<std::optional<SiteIndex>, std::optional<DarkIndex>,
                      SectionIndex>,
           TraceTimeline::Holder>
      Rows;
  for (const Lifetime &L : P.Lifetimes) {
    add(T.Allocated, L.Counts.Allocated, L.Size);
    add(T.Freed, L.Counts.Freed, L.Size);
    add(T.Peak, L.Counts.AtPeak, L.Size);
    if (!L.Counts.AtPeak && !L.Counts.live())
      continue;
    TraceTimeline::Holder &H =
        Rows.try_emplace(
                {L.Site, L.Dark, L.Section},
                TraceTimeline::Holder{
                    L.Site, L.Dark, L.Section, {}, {}, uint32_t(Rows.size())})
            .first->second;
    add(H.AtPeak, L.Counts.AtPeak, L.Size);
    add(H.AtEnd, L.Counts.live(), L.Size);
  }
  for (auto &[Key, Holder] : Rows)
    T.Holders.push_back(Holder);
  T.sortHolders();
}

} // namespace

Expected<TraceTimeline> timelineOfLifetimes(std::unique_ptr<Profile> P) {
  if (P->Processes.size() != 1)
    return makeError("a timeline is that of one process; this profile has " +
                     Twine(P->Processes.size()));
  const std::optional<LifetimeTotals> &Totals = P->Processes.front().Lifetimes;
  if (!Totals)
    return makeError("neither a trace nor lifetimes were recorded; record the "
                     "program with --mode=trace or --mode=lifetime");
  if (lifetimeStateOf(*P) == LifetimeState::NotSeen)
    return makeError("lifetimes were " + WhyLifetimesNotSeen);
  TraceTimeline T;
  T.IsOfTrace = false;
  addTrack(T, *Totals);
  addHolders(T, *P);
  T.Model = std::move(P);
  return std::move(T);
}

} // namespace anomalloc

//===- PeakView.cpp - what the heap held when it was largest --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   Peak   23.1 MiB in 101,344 blocks; the allocator took 1.2 MiB more
///     #    bytes   %  blocks  extra  own peak  live at end
///     1 12.2 MiB  53  16,384 128 KiB 12.2 MiB          0 B
///        LocalProblem::solve @ local_problem.cpp:8:46 <- operator new
///     live bytes over 1.2 GiB of allocations: ▁▂▃▅▇████▇▅▂
///     extra bytes meanwhile, up to 1.2 MiB:   ▁▁▂▅▇████▇▅▂
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/LifetimeParts.h"
#include "Report/text/DrawnLine.h"
#include "llvm/ADT/STLExtras.h"
#include "Report/text/EstimateText.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// The points of a timeline, joined to \p Width or less of them.
std::vector<LifetimeTable::Point> joinPoints(ArrayRef<LifetimeTable::Point> All,
                                             size_t Width) {
  auto Less = [](const LifetimeTable::Point &A, const LifetimeTable::Point &B) {
    return A.Bytes < B.Bytes;
  };
  size_t Each = (All.size() + Width - 1) / Width;
  std::vector<LifetimeTable::Point> Joined;
  LifetimeTable::Point Last;
  for (size_t I = 0; I < All.size(); I += Each) {
    auto Part = All.slice(I, std::min(Each, All.size() - I));
    const LifetimeTable::Point &Most = *max_element(Part, Less);
    // A large block may jump over points.
    if (Most.Bytes)
      Last = Most;
    Joined.push_back(Last);
  }
  return Joined;
}

void drawTimeline(const TextPage &Page) {
  const LifetimeTable &T = Page.A.Lifetimes;
  if (T.Timeline.empty())
    return;
  std::string Live =
      "live bytes over " +
      formatBytes(uint64_t(T.Timeline.size()) << T.TimelineShift) +
      " of allocations: ";
  uint64_t MostExtra = 0;
  for (const LifetimeTable::Point &P : T.Timeline)
    MostExtra = std::max(MostExtra, P.Header + P.Rounding);
  std::string Extra =
      "extra bytes meanwhile, up to " + formatBytes(MostExtra) + ": ";
  size_t Label = std::max(Live.size(), Extra.size());
  Live.resize(Label, ' ');
  Extra.resize(Label, ' ');
  // Behind the label, or if that leaves too little below it.
  constexpr size_t Least = 24;
  bool Below = Page.Style.Width < 2 + Label + Least;
  size_t Room = Page.Style.Width - (Below ? 4 : 2 + Label);
  std::vector<uint64_t> Bytes, Beyond;
  for (const LifetimeTable::Point &P : joinPoints(T.Timeline, Room)) {
    Bytes.push_back(P.Bytes);
    Beyond.push_back(P.Header + P.Rounding);
  }
  Page.line(Live + drawnLine(Page.Style, Bytes));
  if (T.ExtraKnown)
    Page.line(Extra + drawnLine(Page.Style, Beyond));
}

} // namespace

void showPeak(const TextPage &Page) {
  const LifetimeTable &T = Page.A.Lifetimes;
  const LifetimeSum &All = T.All;
  const Profile &P = Page.profile();
  const LifetimeEstimates OfAll = T.estimateAll(P);
  if (!showLifetimeHeading(
          Page, "Peak",
          (P.isEstimated()
               ? formatEstimatedBytes(OfAll.AtPeak.Bytes) +
                     " when most was estimated to live"
               : formatBytes(All.AtPeak.Bytes) + " in " +
                     formatNumberOf(All.AtPeak.Allocations, "block")) +
              (All.UnknownAtPeak == All.AtPeak.Bytes
                   ? std::string()
                   : "; the allocator took " +
                         aboutIf(P, formatBytes(All.extraAtPeak())) +
                         " more: headers " + formatBytes(All.HeaderAtPeak) +
                         ", rounding " + formatBytes(All.RoundingAtPeak) +
                         " (smallest blocks " + formatBytes(All.MinimumAtPeak) +
                         ")")))
    return;
  std::vector<const LifetimeTable::Row *> Rows;
  for (const LifetimeTable::Row &R : T.Rows)
    if (R.Sum.AtPeak.Allocations || R.Sum.Live.Allocations)
      Rows.push_back(&R);
  sort(Rows, [](const auto *A, const auto *B) {
    return std::tie(B->Sum.AtPeak.Bytes, B->Sum.Live.Bytes, A) <
           std::tie(A->Sum.AtPeak.Bytes, A->Sum.Live.Bytes, B);
  });
  size_t Shown = Page.shownRows(Rows.size());
  TextTable Table;
  constexpr unsigned Stays = TextTable::Stays;
  for (auto [Heading, Rank] :
       {std::pair("#", Stays), std::pair("bytes", Stays), std::pair("%", 4u),
        std::pair("blocks", 5u), std::pair("extra", 2u),
        std::pair("own peak", 1u), std::pair("live at end", 3u)})
    Table.addColumn(Heading, TextTable::Align::Right, Rank);
  auto Cells = [&](std::string Name, const LifetimeSum &S, std::string Own,
                   const LifetimeEstimates &E) {
    return std::vector<TextTable::Cell>{
        std::move(Name),
        formatEstimatedBytes(E.AtPeak.Bytes),
        aboutIf(P, formatPercent(S.AtPeak.Bytes, All.AtPeak.Bytes)),
        formatEstimate(E.AtPeak.Blocks, Page.Style.Numbers),
        S.UnknownAtPeak ? "" : aboutIf(P, formatBytes(S.extraAtPeak())),
        std::move(Own),
        formatEstimatedBytes(E.Live.Bytes)};
  };
  size_t Indent = indentBelowRank(Shown);
  for (size_t I = 0; I != Shown; ++I) {
    const LifetimeTable::Row &R = *Rows[I];
    const LifetimeEstimates E = estimateLifetimes(P, R.Parts);
    Table.addRow(
        Cells(utostr(I + 1), R.Sum,
              (R.PeakIsBound ? "<= " : "") +
                  (P.isEstimated() ? "~" + formatBytes(E.OwnPeak.Bytes.High)
                                   : formatBytes(R.Peak.Bytes)),
              E),
        Paint::Strong);
    addPlaceOf(R, Table, Page, Indent);
  }
  Table.addRow(Cells("all", All, "", OfAll), Paint::Strong);
  Table.print(Page.OS, Page.Style);
  drawTimeline(Page);
}

} // namespace anomalloc

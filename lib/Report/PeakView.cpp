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
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/LifetimeParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// The points of a timeline, joined to \p Width or less of them.
std::vector<uint64_t> joinPoints(ArrayRef<uint64_t> Points, size_t Width) {
  size_t Each = (Points.size() + Width - 1) / Width;
  std::vector<uint64_t> Joined;
  uint64_t Last = 0;
  for (size_t I = 0; I < Points.size(); I += Each) {
    uint64_t Most = 0;
    for (uint64_t Point : Points.slice(I, std::min(Each, Points.size() - I)))
      Most = std::max(Most, Point);
    // A large block may jump over points.
    Last = Most ? Most : Last;
    Joined.push_back(Last);
  }
  return Joined;
}

void drawTimeline(const TextPage &Page) {
  const LifetimeTable &T = Page.A.Lifetimes;
  if (T.Timeline.empty())
    return;
  std::string Label =
      "live bytes over " +
      formatBytes(uint64_t(T.Timeline.size()) << T.TimelineShift) +
      " of allocations: ";
  size_t Room =
      Page.Style.Width - std::min(Page.Style.Width / 2, Label.size() + 2);
  std::vector<uint64_t> Points = joinPoints(T.Timeline, Room);
  uint64_t Most = *max_element(Points);
  static const char *const Blocks[] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                       "\u2585", "\u2586", "\u2587", "\u2588"};
  static const char *const Ascii[] = {"_", ".", "-", "=", "+", "*", "%", "#"};
  Page.OS << "  " << Label;
  for (uint64_t Point : Points) {
    size_t Level = Most ? size_t(double(Point) / double(Most) * 7.99) : 0;
    Page.OS << (Page.Style.Unicode ? Blocks : Ascii)[Level];
  }
  Page.OS << '\n';
}

} // namespace

void showPeak(const TextPage &Page) {
  const LifetimeTable &T = Page.A.Lifetimes;
  const LifetimeSum &All = T.All;
  Page.heading(
      "Peak",
      formatBytes(All.AtPeak.Bytes) + " in " +
          formatNumberOf(All.AtPeak.Allocations, "block") +
          (All.UnknownAtPeak == All.AtPeak.Bytes
               ? std::string()
               : "; the allocator took " + formatBytes(All.extraAtPeak()) +
                     " more: headers " + formatBytes(All.HeaderAtPeak) +
                     ", rounding " + formatBytes(All.RoundingAtPeak) +
                     " (smallest blocks " + formatBytes(All.MinimumAtPeak) +
                     ")"));
  if (!showLifetimeState(Page))
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
  for (StringRef Heading :
       {"#", "bytes", "%", "blocks", "extra", "own peak", "live at end"})
    Table.addColumn(Heading);
  auto Cells = [&](std::string Name, const LifetimeSum &S, std::string Own) {
    return std::vector<std::string>{
        std::move(Name),
        formatBytes(S.AtPeak.Bytes),
        formatPercent(S.AtPeak.Bytes, All.AtPeak.Bytes),
        Page.Style.count(S.AtPeak.Allocations),
        S.UnknownAtPeak ? "" : formatBytes(S.extraAtPeak()),
        std::move(Own),
        formatBytes(S.Live.Bytes)};
  };
  size_t Indent = indentBelowRank(Shown);
  for (size_t I = 0; I != Shown; ++I) {
    const LifetimeTable::Row &R = *Rows[I];
    Table.addRow(
        Cells(utostr(I + 1), R.Sum,
              (R.PeakIsBound ? "<= " : "") + formatBytes(R.Peak.Bytes)),
        Paint::Strong);
    addPlaceOf(R, Table, Page, Indent);
  }
  Table.addRow(Cells("all", All, ""), Paint::Strong);
  Table.print(Page.OS, Page.Style);
  drawTimeline(Page);
}

} // namespace anomalloc

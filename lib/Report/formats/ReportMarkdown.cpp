//===- ReportMarkdown.cpp - a report for a merge request ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The first rows of the report. All names stand in code.
/// \code
///   ### Allocations of <code>./solver</code>
///
///   2,301 allocations, 156.7 KiB requested; 99.3 % at sites, 0.7 % dark.
///
///   **What to change: 2 places**
///
///   | # | allocations | % | where | what |
///   | --- | ---: | ---: | --- | --- |
///   | 1 | 1,000 | 43.5 % | <code>fill @ a.cpp:7</code> | short-lived: ... |
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/ChangeParts.h"
#include "Report/text/EstimateText.h"
#include "Report/formats/Formats.h"
#include "Report/report/Savings.h"
#include "Report/report/SitePlace.h"
#include "Report/text/Markdown.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Columns that a name may take: a comment is not wide.
constexpr size_t PlaceWidth = 90;

class ReportMarkdown {
public:
  ReportMarkdown(raw_ostream &OS, const Analysis &A) : OS(OS), A(A) {}

  void write() {
    OS << "### Allocations of " << markdownCode(exportTitle(*A.Source))
       << "\n\n";
    writeSums();
    writeChanges();
    writeSites();
    writeSections();
    writeDark();
  }

private:
  void writeSums();
  void writeLives();
  void writeChanges();
  void writeSites();
  void writeSections();
  void writeDark();
  /// Folded away, below a line that sums it up.
  template <typename Function> void fold(const Twine &Title, Function Table) {
    OS << "<details><summary>" << Title << "</summary>\n\n";
    Table();
    OS << "\n</details>\n\n";
  }
  std::string share(const Amount &Of) const {
    std::string Text = formatPercent(Of.Allocations, A.Totals.All.Allocations);
    if (Text[0] == '<' || Text[0] == '>')
      Text.replace(0, 1, Text[0] == '<' ? "&lt;" : "&gt;");
    return Text;
  }

  raw_ostream &OS;
  const Analysis &A;
};

void ReportMarkdown::writeSums() {
  OS << formatNumberOf(A.Totals.All.Allocations, "allocation") << ", "
     << formatBytes(A.Totals.All.Bytes) << " requested; "
     << share(A.Totals.AtSites) << " at sites, " << share(A.Totals.Dark)
     << " dark.";
  if (A.Lifetimes.State == LifetimeState::Seen)
    writeLives();
  OS << "\n\n";
  if (uint64_t Lost = A.Coverage.DroppedEvents)
    OS << "> " << formatNumberOf(Lost, "event")
       << " could not be stored, and are missing.\n\n";
}

void ReportMarkdown::writeLives() {
  const Profile &P = *A.Source;
  const LifetimeEstimates E = A.Lifetimes.estimateAll(P);
  OS << ' ' << formatEstimate(E.Temporary) << " temporary, "
     << (P.isEstimated() ? formatEstimatedBytes(E.AtPeak.Bytes)
                         : formatBytes(A.Lifetimes.PeakBytes))
     << " at the peak.";
}

void ReportMarkdown::writeChanges() {
  const std::vector<ChangeEntry> &All = A.Changes.Entries;
  if (All.empty()) {
    OS << "**Nothing to change**\n\n";
    return;
  }
  size_t Shown = A.TopChanges ? std::min(A.TopChanges, All.size()) : All.size();
  OS << "**What to change: " << Shown << " of "
     << formatNumberOf(All.size(), "place")
     << "**\n\n| # | allocations | % | where | what |\n"
        "| --- | ---: | ---: | --- | --- |\n";
  for (size_t I = 0; I != Shown; ++I) {
    const ChangeEntry &E = All[I];
    OS << "| " << rankOf(A.Changes, I) << " | "
       << formatCount(E.Requested.Allocations) << " | " << share(E.Requested)
       << " | " << markdownCode(briefLine(E.place(), PlaceWidth));
    if (E.Lines.size() > 1)
      OS << " and others";
    OS << " | " << markdownCode(anomaly(E.Kind).Name) << ": "
       << markdownCode(remedyText(describeChange(A.Changes, I))) << " |\n";
  }
  OS << '\n';
}

void ReportMarkdown::writeSites() {
  const SiteRanking &Sites = A.Sites;
  if (Sites.Rows.empty())
    return;
  fold("Allocation sites: " + Twine(Sites.Rows.size()) + " of " +
           formatNumberOf(Sites.Rows.size() + Sites.OtherSites, "site"),
       [&] {
         OS << "| allocations | % | bytes | loops | site |\n"
               "| ---: | ---: | ---: | ---: | --- |\n";
         for (const SiteRanking::Row &R : Sites.Rows) {
           const Site &S = A.Source->site(R.Site);
           const Frame &F =
               R.Callers.size() ? R.Callers.Lines.front() : frameWithLine(S);
           OS << "| " << formatCount(R.Sum.Allocations) << " | " << share(R.Sum)
              << " | " << formatBytes(R.Sum.Bytes) << " | "
              << R.EffectiveLoopDepth << " | "
              << (R.Callers.size() ? "from " : "")
              << markdownCode(briefLine(F, PlaceWidth));
           if (R.Callers.size() > 1)
             OS << " or " << formatNumberOf(R.Callers.size() - 1, "more line");
           OS << " |\n";
         }
       });
}

void ReportMarkdown::writeSections() {
  if (A.Sections.size() < 2)
    return;
  fold(formatNumberOf(A.Sections.size(), "section"), [&] {
    OS << "| allocations | % | bytes | section |\n"
          "| ---: | ---: | ---: | --- |\n";
    for (const SectionAmount &S : A.Sections) {
      StringRef Name = A.Source->section(S.Section);
      OS << "| " << formatCount(S.Heap.Allocations) << " | " << share(S.Heap)
         << " | " << formatBytes(S.Heap.Bytes) << " | "
         << (Name.empty() ? "outside" : markdownCode(Name)) << " |\n";
    }
  });
}

void ReportMarkdown::writeDark() {
  if (A.Dark.Rows.empty())
    return;
  fold("Dark allocations: " + formatCount(A.Dark.All.Allocations), [&] {
    OS << "| allocations | % | bytes | function |\n"
          "| ---: | ---: | ---: | --- |\n";
    for (const DarkTable::Row &R : A.Dark.Rows)
      OS << "| " << formatCount(R.Sum.Allocations) << " | " << share(R.Sum)
         << " | " << formatBytes(R.Sum.Bytes) << " | "
         << markdownCode(darkPlace(R.Function, R.Library, TextStyle(), 0))
         << " |\n";
    if (A.Dark.OtherRows)
      OS << "| " << formatCount(A.Dark.Other.Allocations) << " | "
         << share(A.Dark.Other) << " | " << formatBytes(A.Dark.Other.Bytes)
         << " | " << formatNumberOf(A.Dark.OtherRows, "more function")
         << " |\n";
  });
}

} // namespace

Error writeReportMarkdown(raw_ostream &OS, const Analysis &A) {
  ReportMarkdown(OS, A).write();
  return Error::success();
}

} // namespace anomalloc

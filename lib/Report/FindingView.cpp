//===- FindingView.cpp - named anomalies, worst first ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   Findings   2 of 2 lines; what each would save at least, by the ...
///     1  Element::allocNodes @ element.cpp:12 <- operator new[]
///        short-lived: 5,365,760 of 5,365,760 blocks were freed before ...
///          saves 80.5 ms; keep it on the stack, return a view, or work in
///          place
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/Columns.h"
#include "Report/LifetimeParts.h"
#include "Report/Names.h"
#include "Report/Paragraph.h"
#include "Report/SitePlace.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

static std::string placeOf(const AllocatingLine &L, const TextStyle &Style) {
  std::string Callee = plainFunctionName(L.Callee);
  size_t Room = Style.Width - std::min(Style.Width / 2, columnsOf(Callee) + 12);
  std::string Place =
      shortLocation(L.Place.File, L.Place.Line, 0, Style.room(Room / 2));
  std::string Function = shortFunctionName(
      L.Place.Function,
      Style.room(Room - std::min(Room / 2, columnsOf(Place))));
  return (Function.empty() ? "?" : Function) + " @ " +
         (Place.empty() ? "?" : Place) + " <- " + Callee;
}

static std::string savings(const MeasuredAnomaly &F) {
  std::string Text;
  if (F.SavedNanoseconds)
    Text +=
        "saves " +
        (F.SavedNanoseconds < 1000000 ? "less than 1 ms"
                                      : formatDuration(F.SavedNanoseconds)) +
        " and " + formatNumberOf(F.Blocks, "allocation") + "; ";
  else if (F.SavedBytes)
    Text += "saves " + formatBytes(F.SavedBytes) + "; ";
  return Text;
}

void showFindings(const TextPage &Page) {
  const FindingTable &T = Page.A.Findings;
  size_t Shown = Page.shownRows(T.Rows.size());
  std::string Remark;
  if (!T.Rows.empty())
    Remark = formatCount(Shown) + " of " +
             formatNumberOf(T.Rows.size(), "line") +
             "; what each would save at least, by the allocator's own time" +
             (T.CostsMeasured ? ", measured here" : ", from a table");
  if (!showLifetimeHeading(Page, "Findings", Remark))
    return;
  if (T.Rows.empty())
    Page.line("none");
  size_t Indent = indentBelowRank(Shown);
  for (size_t I = 0; I != Shown; ++I) {
    const FindingTable::Row &R = T.Rows[I];
    std::string Rank = utostr(I + 1);
    Paragraph(Indent - 2 - Rank.size(), Indent)
        .add(Rank + "  ")
        .add(placeOf(R.Line, Page.Style), Paint::Strong)
        .print(Page.OS, Page.Style);
    const UserLines &Callers = R.Line.Rows.front()->Callers;
    if (Callers.size() > 1)
      Paragraph(Indent)
          .add(listCallers(Callers, Page.Style, Indent))
          .print(Page.OS, Page.Style);
    for (const MeasuredAnomaly &F : R.Findings) {
      const Anomaly &A = anomaly(F.Kind);
      Paragraph(Indent)
          .add(A.Name, Paint::Warning)
          .add(": " + F.Evidence)
          .print(Page.OS, Page.Style);
      Paragraph(Indent + 2, Indent + 2)
          .add(savings(F) + A.Advice, Paint::Dim)
          .print(Page.OS, Page.Style);
    }
  }
}

} // namespace anomalloc

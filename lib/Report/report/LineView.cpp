//===- LineView.cpp - lines to change, with all that they make ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// Lines to change   2 of 31 lines; loops: along the deepest call chain
///        count      %      bytes  loops  line
///   12,288,000  67.8 %  140.6 MiB      3  fill @ mesh.cpp:17 <- Element::nodes
///    3,072,000  16.9 %   70.3 MiB      2  main @ main.cpp:40 <- operator new
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/ChangeParts.h"
#include "Report/report/SitePlace.h"
#include "Report/text/Columns.h"
#include "Report/text/TextTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

void showLinesToChange(const TextPage &Page) {
  const LinesToChange &All = Page.A.Changes.Lines;
  const size_t Shown = Page.shownRows(All.Lines.size());
  const bool AnyLeast =
      any_of(ArrayRef(All.Lines).take_front(Shown),
             [](const ChangeLine &L) { return L.DepthIsLeast; });
  const bool ByStacks = Page.profile().isEstimated() &&
                        !Page.profile().StackCounts.empty();
  Page.heading("Lines to change", formatCount(Shown) + " of " +
                                      formatNumberOf(All.Lines.size(), "line") +
                                      "; loops: along the deepest call chain" +
                                      (AnyLeast ? ", +: or more" : ""));
  if (ByStacks)
    Page.line("where only stacks tell the line, its numbers are estimated from "
              "drawn blocks");
  if (All.Lines.empty())
    return Page.line("none is known");
  TextTable Table;
  Table.addColumn("count");
  Table.addColumn("%", TextTable::Align::Right, 2);
  Table.addColumn("bytes", TextTable::Align::Right, 3);
  Table.addColumn("loops", TextTable::Align::Right, 1);
  Table.addColumn("line", TextTable::Align::Left, TextTable::Stays,
                  /*Least=*/40);
  const uint64_t Of = Page.A.Totals.All.Allocations;
  for (const ChangeLine &L : ArrayRef(All.Lines).take_front(Shown)) {
    const bool IsKnown = L.IsCounted || L.Sum.Allocations;
    const bool IsPool =
        !L.Sites.empty() &&
        Page.profile().site(L.Sites.front()).Family == SiteFamily::Pool;
    Table.addRow(
        {IsKnown ? Page.Style.count(L.Sum.Allocations) : "?",
         IsKnown && !IsPool ? formatPercent(L.Sum.Allocations, Of) : "",
         IsKnown ? formatBytes(L.Sum.Bytes) : "",
         utostr(L.Depth) + (L.DepthIsLeast ? "+" : ""),
         TextTable::Cell([&L, IsPool, &Page](size_t Width) {
           const std::string Callee =
               arrowTo(L, Width / 3) +
               (IsPool ? poolWord(Page.profile().site(L.Sites.front())) : "");
           return briefLine(L.line(), Width - columnsOf(Callee)) + Callee;
         })});
  }
  if (All.Unknown.Allocations)
    Table.addNote(2, "of sites whose line is not known: " +
                         formatNumberOf(All.Unknown.Allocations, "allocation",
                                        Page.Style.Numbers) +
                         ", " + formatBytes(All.Unknown.Bytes));
  Table.print(Page.OS, Page.Style);
}

} // namespace anomalloc

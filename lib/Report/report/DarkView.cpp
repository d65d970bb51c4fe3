//===- DarkView.cpp - allocations that no site made -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// Dark allocations   1,234, 0.9 % of all: made by code without the plugin
///   count      bytes  library         function
///   1,200  71.68 KiB  libstdc++.so.6  std::locale::_Impl::_Impl(...)
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Report/report/TextReport.h"
#include "Report/text/Columns.h"
#include "Report/text/Names.h"
#include "Report/text/TextTable.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

bool isDarkLarge(const Analysis &A) {
  constexpr unsigned Large = 10; // Percent.
  return A.Dark.All.Allocations > A.Totals.All.Allocations / 100 * Large;
}

void showDark(const TextPage &Page) {
  const DarkTable &T = Page.A.Dark;
  Page.heading(
      "Dark allocations",
      Page.Style.count(T.All.Allocations) + ", " +
          formatPercent(T.All.Allocations, Page.A.Totals.All.Allocations) +
          " of all: made by code that was built without the plugin");
  if (!T.All.Allocations) {
    Page.line(Page.A.Coverage.watched()
                  ? "none"
                  : "none seen: malloc was not interposed");
    return;
  }
  TextTable Table;
  Table.addColumn("count");
  Table.addColumn("%", TextTable::Align::Right, 1);
  Table.addColumn("bytes", TextTable::Align::Right, 2);
  Table.addColumn("library", TextTable::Align::Left);
  Table.addColumn("function", TextTable::Align::Left);
  for (const DarkTable::Row &R : T.Rows) {
    StringRef Library =
        Page.Style.FullNames ? R.Library : sys::path::filename(R.Library);
    auto FitLibrary = [Library](size_t Width) {
      return Library.empty() ? "?" : cutMiddle(Library, Width);
    };
    auto FitFunction = [&R](size_t Width) {
      return R.Function.empty() ? "?" : shortFunctionName(R.Function, Width);
    };
    Table.addRow(
        {Page.Style.count(R.Sum.Allocations),
         formatPercent(R.Sum.Allocations, Page.A.Totals.All.Allocations),
         formatBytes(R.Sum.Bytes), TextTable::Cell(FitLibrary),
         TextTable::Cell(FitFunction)});
  }
  if (T.OtherRows)
    Table.addRow(
        {Page.Style.count(T.Other.Allocations),
         formatPercent(T.Other.Allocations, Page.A.Totals.All.Allocations),
         formatBytes(T.Other.Bytes),
         formatNumberOf(T.OtherRows, "more function")},
        Paint::Dim);
  Table.print(Page.OS, Page.Style);
}

static void describe(Keys<DarkTable::Row> &K) {
  using Row = DarkTable::Row;
  K.add("library", "path; empty if unknown", &Row::Library);
  K.add("function", "demangled; empty if unknown",
        [](const Row &R) { return fullFunctionName(R.Function); });
  K.add("linkage_name", &Row::Function);
  K.include(&Row::Sum);
}

void describeDark(Keys<Analysis> &K) {
  K.add("dark", "heaviest first",
        [](const Analysis &A) { return ArrayRef(A.Dark.Rows); });
}

} // namespace anomalloc

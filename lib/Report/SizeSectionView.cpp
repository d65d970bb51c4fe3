//===- SizeSectionView.cpp - Table 1 of seed 000 --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// Allocations per size and section   10 of 53 sizes
///     size    split       local  reduce      total       %
///        8  289,900  92,430,000  19,700  92,739,600  67.8 %
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/JsonParts.h"
#include "Report/TextReport.h"
#include "Report/TextTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

using Row = SizeSectionTable::Row;

/// Sections that fit beside size, total and per cent; the lightest go.
std::vector<size_t> chooseColumns(const TextPage &Page,
                                  const SizeSectionTable &T) {
  std::vector<size_t> Columns(T.Columns.size());
  for (size_t I = 0; I != Columns.size(); ++I)
    Columns[I] = I;
  auto WidthOf = [&](size_t I) {
    return 2 + std::max(Page.Style.count(T.All.Allocations[I]).size(),
                        columnsOf(Page.sectionName(T.Columns[I])));
  };
  size_t Size = formatCount(T.OtherSizes).size() + strlen(" more");
  for (const Row &R : T.Rows)
    Size = std::max(Size, formatCount(R.Size).size());
  size_t Total = Page.Style.count(T.All.Total).size();
  size_t Used = 2 + Size + 2 + std::max<size_t>(Total, 5) + 2 + 7;
  for (size_t I : Columns)
    Used += WidthOf(I);
  while (Columns.size() > 1 && Used > Page.Style.Width) {
    auto Lightest = min_element(Columns, [&](size_t A, size_t B) {
      return T.All.Allocations[A] < T.All.Allocations[B];
    });
    Used -= WidthOf(*Lightest);
    Columns.erase(Lightest);
  }
  return Columns;
}

} // namespace

void showSizes(const TextPage &Page) {
  const SizeSectionTable &T = Page.A.Sizes;
  std::vector<size_t> Columns = chooseColumns(Page, T);
  std::string Remark =
      formatCount(T.Rows.size()) + " of " + formatNumberOf(T.AllSizes, "size");
  if (Columns.size() < T.Columns.size())
    Remark += ", " + formatCount(Columns.size()) + " of " +
              formatNumberOf(T.Columns.size(), "section") +
              " (--width shows more)";
  Page.heading("Allocations per size and section", Remark);

  TextTable Table;
  Table.addColumn("size");
  for (size_t I : Columns)
    Table.addColumn(Page.sectionName(T.Columns[I]));
  Table.addColumn("total");
  Table.addColumn("%");
  auto AddRow = [&](std::string Name, const Row &R, Paint P) {
    std::vector<std::string> Cells{std::move(Name)};
    for (size_t I : Columns)
      Cells.push_back(Page.Style.count(R.Allocations[I]));
    Cells.push_back(Page.Style.count(R.Total));
    Cells.push_back(formatPercent(R.Total, T.All.Total));
    Table.addRow(std::move(Cells), P);
  };
  for (const Row &R : T.Rows)
    AddRow(formatCount(R.Size), R, Paint::Plain);
  if (T.OtherSizes)
    AddRow(formatCount(T.OtherSizes) + " more", T.Other, Paint::Dim);
  AddRow("all", T.All, Paint::Strong);
  Table.print(Page.OS, Page.Style);
}

static void writeSections(json::OStream &J, const Analysis &A) {
  J.attributeArray("sections", [&] {
    for (const SectionAmount &S : A.Sections)
      J.object([&] {
        writeJsonString(J, "name", A.Source->section(S.Section));
        J.attribute("allocations", S.Heap.Allocations);
        J.attribute("bytes", S.Heap.Bytes);
      });
  });
}

static void writeSizeRows(json::OStream &J, const Analysis &A) {
  J.attributeArray("sizes", [&] {
    for (const SizeSectionTable::Row &R : A.Sizes.Rows)
      for (size_t I = 0; I != R.Allocations.size(); ++I)
        if (R.Allocations[I])
          J.object([&] {
            J.attribute("size", R.Size);
            writeJsonString(J, "section",
                            A.Source->section(A.Sizes.Columns[I]));
            J.attribute("allocations", R.Allocations[I]);
          });
  });
}

void writeJsonSizes(json::OStream &J, const Analysis &A) {
  writeSections(J, A);
  writeSizeRows(J, A);
}

} // namespace anomalloc

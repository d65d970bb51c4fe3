//===- SizeSectionView.cpp - sizes (Gomes et al. 2019, Table 1) -----------===//
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

#include "Report/report/JsonParts.h"
#include "Report/report/TextReport.h"
#include "Report/text/Columns.h"
#include "Report/text/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace anomalloc {
namespace {

using SizeRow = SizeSectionTable::Row;

/// For each column its place among all, if those with the fewest allocations
/// come first.
std::vector<unsigned> rankColumns(const SizeSectionTable &T) {
  std::vector<size_t> Order(T.Columns.size());
  std::iota(Order.begin(), Order.end(), 0);
  stable_sort(Order, [&](size_t A, size_t B) {
    return T.All.Allocations[A] < T.All.Allocations[B];
  });
  std::vector<unsigned> Ranks(Order.size());
  for (auto [Rank, I] : enumerate(Order))
    Ranks[I] = 2 * Rank;
  return Ranks;
}

} // namespace

void showSizes(const TextPage &Page) {
  const SizeSectionTable &T = Page.A.Sizes;
  Page.heading("Allocations per size and section",
               formatCount(T.Rows.size()) + " of " +
                   formatNumberOf(T.AllSizes, "size"));

  TextTable Table;
  Table.addColumn("size");
  std::vector<unsigned> Ranks = rankColumns(T);
  for (auto [I, Section] : enumerate(T.Columns))
    Table.addColumn(cutMiddle(Page.sectionName(Section),
                              Page.Style.room(Page.Style.Width / 4)),
                    TextTable::Align::Right, Ranks[I]);
  Table.addColumn("total");
  // The heaviest section goes after it.
  Table.addColumn("%", TextTable::Align::Right,
                  unsigned(2 * T.Columns.size()) - 3);
  auto AddRow = [&](std::string Name, const SizeRow &R, Paint P) {
    std::vector<TextTable::Cell> Cells{std::move(Name)};
    for (uint64_t Allocations : R.Allocations)
      Cells.push_back(Page.Style.count(Allocations));
    Cells.push_back(Page.Style.count(R.Total));
    Cells.push_back(formatPercent(R.Total, T.All.Total));
    Table.addRow(std::move(Cells), P);
  };
  for (const SizeRow &R : T.Rows)
    AddRow(formatCount(R.Size), R, Paint::Plain);
  if (T.OtherSizes)
    AddRow(formatCount(T.OtherSizes) + " more", T.Other, Paint::Dim);
  AddRow("all", T.All, Paint::Strong);
  Table.print(Page.OS, Page.Style);
}

namespace {

struct NamedSection {
  StringRef Name;
  Amount Sum;
};
void describe(Keys<NamedSection> &K) {
  K.add("name", "empty: outside of every section", &NamedSection::Name);
  K.include([](const NamedSection &S) { return S.Sum; });
}

struct SizeInSection {
  SizeShare Size;
  StringRef Section;
};
void describe(Keys<SizeInSection> &K) {
  K.add("size", "bytes, exactly as requested",
        [](const SizeInSection &S) { return S.Size.Size; });
  K.add("section", &SizeInSection::Section);
  K.add("allocations", "heap allocations, at least one",
        [](const SizeInSection &S) { return S.Size.Allocations; });
}

Each<SizeInSection> sizesInSections(const Analysis &A) {
  return {[&A](Each<SizeInSection>::Taker Take) {
    for (const SizeRow &R : A.Sizes.Rows)
      for (size_t I = 0; I != R.Allocations.size(); ++I)
        if (R.Allocations[I])
          Take({{R.Size, R.Allocations[I]},
                A.Source->section(A.Sizes.Columns[I])});
  }};
}

} // namespace

void describeSizes(Keys<Analysis> &K) {
  K.add("sections", "with at least one heap allocation", [](const Analysis &A) {
    return each(A.Sections, [&A](const SectionAmount &S) {
      return NamedSection{A.Source->section(S.Section), S.Heap};
    });
  });
  K.add("sizes", "in order of size", sizesInSections);
}

} // namespace anomalloc

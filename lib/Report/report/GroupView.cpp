//===- GroupView.cpp - groups of sizes (Gomes et al. 2019, Table 2) -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// Allocations per group   small: to 256.0 KiB, mid-sized: to 1.000 MiB
///   section                    small            mid-sized           large
///   local    136,670,000 - 7.376 GiB    4,800 - 2.666 GiB               0
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Report/report/TextReport.h"
#include "Report/text/Columns.h"
#include "Report/text/TextTable.h"

using namespace llvm;

namespace anomalloc {

/// Number and bytes, aligned around the dash by the two columns of a group.
static void addGroup(std::vector<TextTable::Cell> &Cells,
                     const TextStyle &Style, const Amount &Group) {
  Cells.push_back(Style.count(Group.Allocations));
  Cells.push_back(Group.Allocations ? "- " + formatBytes(Group.Bytes) : "");
}

void showGroups(const TextPage &Page) {
  const GroupTable &T = Page.A.Groups;
  Page.heading("Small, mid-sized and large allocations",
               "small: up to " + formatBytes(T.Limits.Small) +
                   ", mid-sized: up to " + formatBytes(T.Limits.Large));
  TextTable Table;
  Table.addColumn("section", TextTable::Align::Left);
  for (const char *Group : {"small", "mid-sized", "large"}) {
    Table.addColumn(Group);
    Table.addColumn("- bytes", TextTable::Align::Left, 1);
  }
  auto AddRow = [&](std::string Name, const GroupTable::Row &R, Paint P) {
    std::vector<TextTable::Cell> Cells{TextTable::Cell(
        [Name](size_t Width) { return cutMiddle(Name, Width); })};
    addGroup(Cells, Page.Style, R.Small);
    addGroup(Cells, Page.Style, R.Mid);
    addGroup(Cells, Page.Style, R.Large);
    Table.addRow(std::move(Cells), P);
  };
  for (const GroupTable::Row &R : T.Rows)
    AddRow(Page.sectionName(R.Section), R, Paint::Plain);
  AddRow("all", T.All, Paint::Strong);
  Table.print(Page.OS, Page.Style);
}

namespace {

struct SectionGroups : GroupTable::Row {
  StringRef Name;
};
void describe(Keys<SectionGroups> &K) {
  K.add("section", &SectionGroups::Name);
  K.add("small", &SectionGroups::Small);
  K.add("mid", &SectionGroups::Mid);
  K.add("large", &SectionGroups::Large);
}

struct ShownGroups {
  const Profile &Model;
  const GroupTable &Its;
};
void describe(Keys<ShownGroups> &K) {
  using Shown = const ShownGroups &;
  K.add("small_limit", "the largest small allocation, bytes",
        [](Shown G) { return G.Its.Limits.Small; });
  K.add("large_limit", "the largest mid-sized allocation, bytes",
        [](Shown G) { return G.Its.Limits.Large; });
  K.add("sections", [](Shown G) {
    return each(G.Its.Rows, [&P = G.Model](const GroupTable::Row &R) {
      return SectionGroups{R, P.section(R.Section)};
    });
  });
}

} // namespace

void describeGroups(Keys<Analysis> &K) {
  K.add("groups",
        [](const Analysis &A) { return ShownGroups{*A.Source, A.Groups}; });
}

} // namespace anomalloc

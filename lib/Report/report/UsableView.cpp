//===- UsableView.cpp - bytes asked for, and bytes taken ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// Requested and taken from the heap   as libc.so.6 answered
///   15,432,462 allocations of 8 sizes: 302.5 MiB requested, 354.6 MiB taken
///   extra heap bytes: 52.02 MiB, 14.7 % of what was taken
///        bin  allocations       %  cumulative      bytes  ...
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Report/report/TextReport.h"
#include "Report/text/TextTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace llvm;

namespace anomalloc {
namespace {

std::string sourceOf(const TextPage &Page) {
  std::vector<std::string> Names;
  for (const std::string &Path : Page.A.Coverage.Allocators)
    Names.push_back(sys::path::filename(Path).str());
  return Names.empty() ? "allocator unknown" : join(Names, ", ");
}

void showBins(const TextPage &Page, const UsableSummary &S) {
  TextTable Table;
  constexpr unsigned Stays = TextTable::Stays;
  for (auto [Heading, Rank] :
       {std::pair("bin", Stays), std::pair("allocations", Stays),
        std::pair("%", 3u), std::pair("cumul.", 1u), std::pair("requested", 5u),
        std::pair("%", 2u), std::pair("cumul.", 1u), std::pair("extra", Stays),
        std::pair("%", 4u), std::pair("cumul.", 1u)})
    Table.addColumn(Heading, TextTable::Align::Right, Rank);
  Amount Sum;
  uint64_t Extra = 0;
  for (const UsableSummary::Bin &B : S.Bins) {
    Sum += B.Requested;
    Extra += B.Extra;
    Table.addRow(
        {B.Limit ? "to " + utostr(B.Limit) : "> a page",
         Page.Style.count(B.Requested.Allocations),
         formatPercent(B.Requested.Allocations, S.Requested.Allocations),
         formatPercent(Sum.Allocations, S.Requested.Allocations),
         formatBytes(B.Requested.Bytes),
         formatPercent(B.Requested.Bytes, S.Requested.Bytes),
         formatPercent(Sum.Bytes, S.Requested.Bytes), formatBytes(B.Extra),
         formatPercent(B.Extra, S.Extra), formatPercent(Extra, S.Extra)});
  }
  Table.print(Page.OS, Page.Style);
}

void showSizesWithMostExtra(const TextPage &Page, const UsableSummary &S) {
  constexpr size_t Shown = 5;
  TextTable Table;
  constexpr unsigned Stays = TextTable::Stays;
  for (auto [Heading, Rank] :
       {std::pair("size", Stays), std::pair("allocations", 4u),
        std::pair("handed out", 1u), std::pair("taken", 2u),
        std::pair("extra", Stays), std::pair("%", 3u)})
    Table.addColumn(Heading, TextTable::Align::Right, Rank);
  Table.addColumn("source", TextTable::Align::Left, 0);
  for (const UsableSummary::SizeRow &R : ArrayRef(S.Sizes).take_front(Shown)) {
    bool Known = R.Block.Source != BlockSource::Unknown;
    Table.addRow({formatCount(R.Size), Page.Style.count(R.Allocations),
                  Known ? formatCount(R.Block.Usable) : "?",
                  Known ? formatCount(R.Block.Taken) : "?",
                  Known ? formatBytes(R.Extra) : "?",
                  Known ? formatPercent(R.Extra, S.Extra) : "",
                  nameOf(R.Block.Source).str()});
  }
  Table.print(Page.OS, Page.Style);
}

} // namespace

void showUsable(const TextPage &Page) {
  const UsableSummary &S = Page.A.Usable;
  std::string Remark = sourceOf(Page);
  for (BlockSource Source : BlockSources)
    if (uint64_t Part = S.of(Source).Allocations)
      Remark += ", " + formatPercent(Part, S.Requested.Allocations) + " " +
                nameOf(Source).str();
  Page.heading("Requested, and taken from the heap", Remark);
  Page.line(formatNumberOf(S.Requested.Allocations, "allocation",
                           Page.Style.Numbers) +
            " of " + formatNumberOf(S.DistinctSizes, "size") + ": " +
            formatBytes(S.Requested.Bytes) + " requested" +
            (S.Taken ? ", " + formatBytes(S.Taken) + " taken" : ""));
  if (S.Taken)
    Page.line("extra heap bytes: " + formatBytes(S.Extra) + ", " +
                  formatPercent(S.Extra, S.Taken) + " of what was taken",
              Paint::Strong);
  if (!S.NotMeasured.empty() &&
      S.Requested.Allocations != S.of(BlockSource::Measured).Allocations)
    Page.line("not measured: " + S.NotMeasured);
  if (S.Bins.empty())
    return;
  showBins(Page, S);
  Page.line("sizes with the most extra bytes");
  showSizesWithMostExtra(Page, S);
}

template <>
inline constexpr BlockSource LastOf<BlockSource> = BlockSource::Unknown;

static void describe(Keys<UsableSummary::Bin> &K) {
  using Bin = UsableSummary::Bin;
  K.add("limit", "largest size in it; null: more than a page",
        [](const Bin &B) { return orNull(B.Limit, B.Limit); });
  K.add("allocations", [](const Bin &B) { return B.Requested.Allocations; });
  K.add("requested_bytes", [](const Bin &B) { return B.Requested.Bytes; });
  K.add("taken_bytes", &Bin::Taken);
  K.add("extra_bytes", &Bin::Extra);
}

static void describe(Keys<UsableSummary::SizeRow> &K) {
  using Row = UsableSummary::SizeRow;
  auto IfKnown = [](const Row &R, uint64_t Number) {
    return orNull(R.Block.Source != BlockSource::Unknown, Number);
  };
  K.add("size", &Row::Size);
  K.add("allocations", &Row::Allocations);
  K.add("source", [](const Row &R) { return R.Block.Source; });
  K.add("usable", "bytes of one block that the program may use",
        [=](const Row &R) { return IfKnown(R, R.Block.Usable); });
  K.add("taken", "bytes of one block, header included",
        [=](const Row &R) { return IfKnown(R, R.Block.Taken); });
  K.add("extra_bytes", "of all allocations of this size",
        [=](const Row &R) { return IfKnown(R, R.Extra); });
}

static double rounded(double Percent) {
  return std::round(Percent * 1e4) / 1e4;
}

static void describe(Keys<UsableSummary> &K) {
  using Shown = const UsableSummary &;
  K.add("distinct_sizes", &UsableSummary::DistinctSizes);
  K.add("requested", &UsableSummary::Requested);
  for (auto [Source, Help] :
       {std::pair(BlockSource::Measured, "the allocator told"),
        std::pair(BlockSource::Modelled, "follow glibc's rule"),
        std::pair(BlockSource::Unknown, "are not known")})
    K.add(nameOf(Source), (Twine("the part whose block sizes ") + Help).str(),
          [Its = Source](Shown S) { return S.of(Its); });
  K.add("not_measured", "why the allocator was not asked for some or all sizes",
        [](Shown S) { return ifThere(!S.NotMeasured.empty(), S.NotMeasured); });
  K.add("taken_bytes",
        "from the heap, headers included, by what was measured or modelled",
        &UsableSummary::Taken);
  K.add("extra_bytes", "taken beyond what was requested",
        &UsableSummary::Extra);
  K.add("extra_percent", "of taken_bytes",
        [](Shown S) { return rounded(percent(S.Extra, S.Taken)); });
  K.add("bins", &UsableSummary::Bins);
  K.add("sizes", "most extra bytes first", &UsableSummary::Sizes);
}

void describeUsable(Keys<Analysis> &K) { K.add("usable", &Analysis::Usable); }

} // namespace anomalloc

//===- RankView.cpp - how evenly ranks allocate ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// Ranks   4 ranks on 2 hosts; deviation: standard deviation over the ranks
///   rank 3 makes 4.0 times the mean of solve's blocks
///                        mean      min  rank        max  rank  max/mean  dev.
///   all             5,379,272   12,345     1  9,000,000     3      1.67  ...
///   peak resident    26.1 MiB  ...
///   section solve
///   12 bytes
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Report/report/SitePlace.h"
#include "Report/report/TextReport.h"
#include "Report/text/Columns.h"
#include "Report/text/TextTable.h"

using namespace llvm;

namespace anomalloc {

namespace {

/// Parts of the key of a RankCount, as bits.
enum KeyPart : unsigned { Code = 1, Section = 2, Size = 4 };

/// The parts of the key that do not stand for all.
unsigned partsOf(const RankCount &C) {
  return (C.Site || C.Dark ? Code : 0) | (C.Section ? Section : 0) |
         (C.Size ? Size : 0);
}

/// The parts that all rows have, because there is a filter for them.
unsigned commonParts(const RankTable &T) {
  unsigned Common = Code | Section | Size;
  for (const RankCount *C : T.Rows)
    Common &= partsOf(*C);
  return T.Rows.empty() ? 0 : Common;
}

std::string rankText(std::optional<uint32_t> Rank) {
  return Rank ? formatv("{0}", *Rank).str() : "";
}

/// The cells of a row behind its name. \p Format writes a number.
template <typename Formatter>
void addRow(TextTable &Table, TextTable::Cell Name, const SpreadOverRanks &S,
            Formatter Format, Paint P = Paint::Plain) {
  Table.addRow({std::move(Name), Format(uint64_t(S.mean() + 0.5)),
                Format(S.least()), rankText(S.leastRank()), Format(S.Its.Most),
                rankText(S.mostRank()), formatv("{0:f2}", S.mostByMean()).str(),
                Format(uint64_t(S.deviation() + 0.5))},
               P);
}

TextTable::Cell fitting(std::string Text) {
  return TextTable::Cell(
      [Text](size_t Width) { return cutMiddle(Text, Width); });
}

/// The name of the part \p Part of what \p C counts.
TextTable::Cell nameOf(const TextPage &Page, const RankCount &C,
                       unsigned Part) {
  const Profile &P = Page.profile();
  if (Part == Section)
    return fitting("section " + Page.sectionName(*C.Section));
  if (Part == Size)
    return formatCount(*C.Size) + (*C.Size == 1 ? " byte" : " bytes");
  if (C.Site) {
    const Frame &F = frameWithLine(P.site(*C.Site));
    return TextTable::Cell([&F](size_t Width) { return briefLine(F, Width); });
  }
  if (!C.Dark)
    return std::string("dark, of unknown code");
  const DarkOrigin &D = P.dark(*C.Dark);
  // Each row is one call: those without a name are told apart by the offset.
  std::string Name = D.Function.empty() && D.Offset
                         ? "+0x" + utohexstr(D.Offset, /*LowerCase=*/true)
                         : D.Function.str();
  return TextTable::Cell([&D, &Page, Name](size_t Width) {
    TextStyle Narrow = Page.Style;
    Narrow.Width = std::max(Width, TextStyle::LeastWidth);
    return cutMiddle(darkPlace(Name, D.Library, Narrow, 0), Width);
  });
}

/// "rank 3 makes 4.0 times the mean of solve's blocks"
void tellUneven(const TextPage &Page, const RankTable &T) {
  for (const RankCount *C : T.Rows) {
    if (partsOf(*C) != Section || !T.isUneven(*C))
      continue;
    const SpreadOverRanks S = T.allocations(*C);
    const std::string &Name = Page.profile().section(*C->Section);
    Page.line(formatv("rank {0} makes {1:f1} times the mean of {2}",
                      *S.mostRank(), S.mostByMean(),
                      Name.empty() ? "the blocks outside of sections"
                      : StringRef(Name).contains(' ') ? "the blocks of " + Name
                                                      : Name + "'s blocks")
                  .str());
  }
}

} // namespace

void showRanks(const TextPage &Page) {
  const RankTable &T = Page.A.Ranks;
  if (!T.All) {
    Page.heading("Ranks");
    Page.line("no process has a rank: it did not run under MPI");
    return;
  }
  Page.heading("Ranks",
               (T.Ranks < T.All ? formatCount(T.Ranks) + " of " +
                                      formatNumberOf(T.All, "rank") +
                                      ", those whose counts are known, on "
                                : formatNumberOf(T.Ranks, "rank") + " on ") +
                   formatNumberOf(T.Hosts, "host") +
                   "; min and max with the lowest rank that has it");
  tellUneven(Page, T);
  TextTable Table;
  Table.addColumn("allocations", TextTable::Align::Left, TextTable::Stays, 24);
  for (const char *Name : {"mean", "min"})
    Table.addColumn(Name);
  Table.addColumn("rank", TextTable::Align::Right, 2);
  Table.addColumn("max");
  Table.addColumn("rank");
  Table.addColumn("max/mean");
  Table.addColumn("std. dev.", TextTable::Align::Right, 1);
  auto Count = [&](uint64_t N) { return Page.Style.count(N); };
  for (const RankCount *C : T.Rows)
    if (!partsOf(*C))
      addRow(Table, "all", T.allocations(*C), Count, Paint::Strong);
  if (T.PeakLive)
    addRow(Table, "most live bytes", *T.PeakLive, formatBytes);
  if (T.PeakResident)
    addRow(Table, "peak resident", *T.PeakResident, formatBytes);
  const unsigned Common = commonParts(T);
  for (unsigned Part : {Section, Size, Code}) {
    // What is all in one section says no more than the row of all.
    const auto IsOf = [&](const RankCount *C) {
      return partsOf(*C) == (Common | Part);
    };
    if (Part == Section && !Common && count_if(T.Rows, IsOf) < 2)
      continue;
    size_t Rows = 0;
    for (const RankCount *C : T.Rows)
      if (IsOf(C) && Rows++ < Page.shownRows(SIZE_MAX))
        addRow(Table, nameOf(Page, *C, Part), T.allocations(*C), Count);
  }
  Table.print(Page.OS, Page.Style);
}

static void describe(Keys<SpreadOverRanks> &K) {
  using Shown = const SpreadOverRanks &;
  K.name("rank_spread");
  K.add("sum", [](Shown S) { return S.Its.Sum; });
  K.add("mean", "over all ranks", &SpreadOverRanks::mean);
  K.add("min", &SpreadOverRanks::least);
  K.add("min_rank",
        "the lowest rank with the least; null: one of those that have none",
        &SpreadOverRanks::leastRank);
  K.add("max", [](Shown S) { return S.Its.Most; });
  K.add("max_rank", "the lowest rank with the most",
        &SpreadOverRanks::mostRank);
  K.add("standard_deviation", "over all ranks", &SpreadOverRanks::deviation);
}

namespace {

struct ShownRankCount {
  const Profile &Model;
  const RankTable &Table;
  const RankCount &Its;
};
void describe(Keys<ShownRankCount> &K) {
  using Shown = const ShownRankCount &;
  K.add("of", "left out: of all code", [](Shown C) {
    return ifThere(C.Its.Site || C.Its.Dark,
                   Origin{C.Model, C.Its.Site, C.Its.Dark});
  });
  K.add("section", "null: of all sections; empty: outside of every section",
        [](Shown C) -> std::optional<StringRef> {
          if (!C.Its.Section)
            return std::nullopt;
          return C.Model.section(*C.Its.Section);
        });
  K.add("size", "bytes; null: of all sizes",
        [](Shown C) { return C.Its.Size; });
  K.add("ranks", "how many ranks have at least one",
        [](Shown C) { return C.Its.Ranks; });
  K.add("allocations", [](Shown C) { return C.Table.allocations(C.Its); });
  K.add("bytes", [](Shown C) { return C.Table.bytes(C.Its); });
}

struct ShownRanks {
  const Profile &Model;
  const RankTable &Its;
};
void describe(Keys<ShownRanks> &K) {
  using Shown = const ShownRanks &;
  K.add("ranks", "whose counts are known one by one",
        [](Shown R) { return R.Its.Ranks; });
  K.add("all_ranks", [](Shown R) { return R.Its.All; });
  K.add("hosts", [](Shown R) { return R.Its.Hosts; });
  K.add("peak_resident", "bytes; null: not known",
        [](Shown R) { return R.Its.PeakResident; });
  K.add("peak_bytes", "the most live bytes; null: lifetimes were not recorded",
        [](Shown R) { return R.Its.PeakLive; });
  K.add("counts",
        "how the allocations of each code, section and size, and those of all "
        "of them, are spread over the ranks",
        [](Shown R) {
          return each(R.Its.Rows, [&R](const RankCount *C) {
            return ShownRankCount{R.Model, R.Its, *C};
          });
        });
}

} // namespace

void describeRanks(Keys<Analysis> &K) {
  K.add("ranks", "null: no process has a rank", [](const Analysis &A) {
    return orNull(A.Ranks.All != 0, ShownRanks{*A.Source, A.Ranks});
  });
}

} // namespace anomalloc

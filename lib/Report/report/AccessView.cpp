//===- AccessView.cpp - what was read and written of the blocks -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   Accesses   1 of 1 sites and functions, ...
///     #  blocks  asked for       read    written  % unused  unused ...
///     1     100  4.688 KiB  1.562 KiB  2.344 KiB    50.0 %       0 ...
///        main @ demo.cpp:8:46 <- operator new
///        used by the thread that made them alone
///        last byte used: within the first 50.0 % of the block for all
///        heat  0: 98w...
///        nobody reads bytes 16-47
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/AccessParts.h"
#include "Report/report/LifetimeParts.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

using format::AccessCounters;

/// Prints what is there to say before the table. False if there is no table.
static bool showAccessHeading(const TextPage &Page, size_t Shown) {
  const AccessTable &T = Page.A.Accesses;
  if (T.State == AccessState::NotRecorded) {
    Page.heading("Accesses");
    Page.line("not recorded: compile with 'anomalloc c++ -mllvm "
              "-anomalloc-access=1', then run 'anomalloc record "
              "--mode=access', without --sample");
    return false;
  }
  if (T.State == AccessState::NotSeen) {
    Page.heading("Accesses");
    Page.line("not seen: only code that was compiled with 'anomalloc c++ "
              "-mllvm -anomalloc-access=1' counts what it reads and writes, "
              "and none such used a block");
    return false;
  }
  Page.heading("Accesses",
               formatCount(Shown) + " of " + formatCount(T.Rows.size()) +
                   " sites and functions, most bytes first: asked for, read "
                   "and written; by code compiled with -anomalloc-access");
  if (T.State == AccessState::Partly)
    Page.line("of some processes only: others did not run in the mode access");
  return true;
}

/// Adds the strip of a block, with the offset of each line's first byte.
static void addHeat(TextTable &Table, const TextPage &Page, size_t Indent,
                    ArrayRef<AccessSum::Piece> Pieces) {
  const std::string Strip = heatStrip(Pieces);
  const size_t Digits = utostr(Pieces.back().Offset).size();
  const size_t Label = Indent + Digits + sizeof("heat : ") - 1;
  size_t Columns = 64;
  while (Columns > 8 && Label + Columns > Page.Style.Width)
    Columns /= 2;
  for (size_t At = 0; At < Strip.size(); At += Columns) {
    std::string Offset = utostr(Pieces[At].Offset);
    Offset.insert(0, Digits - std::min(Digits, Offset.size()), ' ');
    Table.addNote(Indent, "heat " + Offset + ": " + Strip.substr(At, Columns));
  }
}

static void addNotes(const AccessTable::Row &R, TextTable &Table,
                     const TextPage &Page, size_t Indent) {
  addPlaceOf(*R.Its, Table, Page, Indent);
  if (!R.Sum.usedBlocks())
    return;
  if (std::string Users = usersInWords(R.Sum, Page.Style.Numbers);
      !Users.empty())
    Table.addNote(Indent, Users);
  Table.addNote(Indent, extentsInWords(R.Sum));
  const auto Pieces = R.Sum.pieces();
  if (Pieces.empty())
    return;
  addHeat(Table, Page, Indent, Pieces);
  if (std::string Unread = bytesNobodyReads(Pieces); !Unread.empty()) {
    const auto Members = membersNobodyReads(*Page.A.Source, R);
    Table.addNote(Indent, "nobody reads " + Unread +
                              (Members && !Members->empty()
                                   ? ": " + membersInWords(*Members)
                                   : ""));
  }
}

/// Says what is not in the table.
static void showOthers(const TextPage &Page) {
  const AccessTable &T = Page.A.Accesses;
  if (T.Unseen.Allocations)
    Page.line(
        "besides, of libraries: " +
        formatNumberOf(T.Unseen.Allocations, "block", Page.Style.Numbers) +
        ", " + formatBytes(T.Unseen.Bytes) +
        ", that no code used which counts its accesses");
  const uint64_t Known = SaturatingAdd(T.All.blocks(), T.Unseen.Allocations);
  const uint64_t All = Page.A.Lifetimes.All.Allocated.Allocations;
  if (Known >= All)
    return;
  Page.line("besides, " +
            formatNumberOf(All - Known, "block", Page.Style.Numbers) +
            " whose accesses are not known: they lived when their process was "
            "killed or was looked at, or it did not run in the mode access");
}

void showAccesses(const TextPage &Page) {
  const AccessTable &T = Page.A.Accesses;
  const size_t Shown = Page.shownRows(T.Rows.size());
  if (!showAccessHeading(Page, Shown))
    return;
  TextTable Table;
  constexpr unsigned Stays = TextTable::Stays;
  for (auto [Heading, Rank] :
       {std::pair("#", Stays), std::pair("blocks", Stays),
        std::pair("asked for", 7u), std::pair("read", Stays),
        std::pair("written", Stays), std::pair("% unused", 8u),
        std::pair("unused", 6u), std::pair("unread", 5u),
        std::pair("unwritten", 3u), std::pair("used once", 4u),
        std::pair("idle", 2u)})
    Table.addColumn(Heading, TextTable::Align::Right, Rank);
  auto Count = [&](const AccessSum &S, uint32_t Counter) {
    return Page.Style.count(S.of(Counter));
  };
  auto Cells = [&](std::string Name, const AccessSum &S) {
    return std::vector<TextTable::Cell>{
        std::move(Name),
        Count(S, AccessCounters::Blocks),
        formatBytes(S.bytes()),
        formatBytes(S.of(AccessCounters::ReadBytes)),
        formatBytes(S.of(AccessCounters::WrittenBytes)),
        formatPercent(S.unusedBytes(), S.bytes()),
        Count(S, AccessCounters::Untouched),
        Count(S, AccessCounters::NeverRead),
        Count(S, AccessCounters::NeverWritten),
        Count(S, AccessCounters::UsedOnce),
        Count(S, AccessCounters::Idle)};
  };
  const size_t Indent = indentBelowRank(Shown);
  bool HasHeat = false;
  for (size_t I = 0; I != Shown; ++I) {
    const AccessTable::Row &R = T.Rows[I];
    Table.addRow(Cells(utostr(I + 1), R.Sum), Paint::Strong);
    addNotes(R, Table, Page, Indent);
    HasHeat |= R.Sum.usedBlocks() && !R.Sum.pieces().empty();
  }
  Table.addRow(Cells("all", T.All), Paint::Strong);
  Table.print(Page.OS, Page.Style);
  showOthers(Page);
  Page.line("unused: neither read nor written; unread: only written; "
            "unwritten: only read; used once: no byte was written or read more "
            "than once; idle: not used in the last nine tenths of a life of 64 "
            "KiB or more",
            Paint::Dim);
  if (HasHeat)
    Page.line(HeatLegend, Paint::Dim);
}

} // namespace anomalloc

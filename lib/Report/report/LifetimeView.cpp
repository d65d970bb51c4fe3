//===- LifetimeView.cpp - what became of the blocks -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   Lifetimes   3 of 3 sites and functions; "half lived" counts bytes
///   allocated ...
///     #  allocated      freed  live  temporary  half lived  other thread
///     1      1,000      1,000     0       100%         0 B            0%
///        main @ demo.cpp:8:46 <- operator new[]
///        freed by main @ demo.cpp:9
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/ActivationOwners.h"
#include "Report/report/LifetimeParts.h"
#include "Report/report/SitePlace.h"
#include "Report/text/Columns.h"
#include "Report/text/EstimateText.h"
#include "Report/text/Names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

static std::string nameOfRow(const LifetimeTable::Row &R, const TextPage &Page,
                             size_t Indent) {
  if (R.Site)
    return placeOf(Page.profile().site(*R.Site), Page.Style, Indent);
  return darkPlace(R.Function, R.Library, Page.Style, Indent);
}

std::string darkPlace(StringRef Function, StringRef Library,
                      const TextStyle &Style, size_t Indent) {
  size_t Room = Style.Width - Indent - strlen(" in  (dark)");
  std::string File = Style.FullNames
                         ? Library.str()
                         : cutMiddle(sys::path::filename(Library), Room / 2);
  std::string Name = shortFunctionName(
      Function, Style.room(Room - std::min(Room / 2, columnsOf(File))));
  return (Name.empty() ? "?" : Name) + " in " + (File.empty() ? "?" : File) +
         " (dark)";
}

size_t indentBelowRank(size_t Shown) { return 2 + utostr(Shown).size() + 2; }

void addPlaceOf(const LifetimeTable::Row &R, TextTable &Table,
                const TextPage &Page, size_t Indent) {
  if (R.Callers.size())
    Table.addNote(Indent, listCallers(R.Callers, Page.Style, Indent),
                  Paint::Plain);
  Table.addNote(Indent, nameOfRow(R, Page, Indent),
                R.Callers.size() ? Paint::Dim : Paint::Plain);
}

bool showLifetimeHeading(const TextPage &Page, const Twine &Title,
                         const Twine &Remark) {
  LifetimeState State = Page.A.Lifetimes.State;
  if (State == LifetimeState::Partly || State == LifetimeState::Seen)
    Page.heading(Title, Remark);
  else
    Page.heading(Title);
  switch (Page.A.Lifetimes.State) {
  case LifetimeState::NotRecorded:
    Page.line("not recorded: run 'anomalloc record --mode=lifetime'");
    return false;
  case LifetimeState::NotSeen:
    Page.line(WhyLifetimesNotSeen);
    return false;
  case LifetimeState::Partly:
    Page.line("of some processes only: the frees of others were not seen, or "
              "not recorded");
    break;
  case LifetimeState::Seen:
    break;
  }
  if (std::string Note = estimateNote(Page.profile()); !Note.empty())
    Page.line(Note);
  return true;
}

/// "f @ file:line", and " in g" if that has f inlined; without a line the
/// function alone, or the library.
static std::string nameOfFreeSite(const DarkOrigin &D, const TextPage &Page,
                                  size_t Width) {
  const Frame &F = D.UserFrame;
  if (!F.Line)
    return shortFunctionName(D.Function.empty() ? sys::path::filename(D.Library)
                                                : D.Function,
                             Page.Style.room(Width));
  bool Inlined = !D.Function.empty() && D.Function != F.Function;
  std::string Outer;
  if (Inlined)
    Outer = " in " + briefFunctionName(D.Function, Page.Style.room(Width / 3));
  std::string Place =
      shortLocation(F.File, F.Line, 0, Page.Style.room(Width / 3));
  size_t Taken = columnsOf(Place) + 3 + columnsOf(Outer);
  size_t Left = Width - std::min(Width - Width / 4, Taken);
  return briefFunctionName(F.Function, Page.Style.room(Left)) + " @ " + Place +
         Outer;
}

/// "freed by f @ file:line, g and 3 others".
static std::string freedBy(const LifetimeTable::Row &R, const TextPage &Page,
                           size_t Indent) {
  constexpr size_t Shown = 2;
  std::string Text;
  size_t Room =
      (Page.Style.Width - std::min(Page.Style.Width / 2, Indent + 9)) / Shown;
  std::vector<std::string> Names;
  for (auto [Dark, Number] : R.FreeSites) {
    std::string Name = nameOfFreeSite(Page.profile().dark(Dark), Page, Room);
    if (!is_contained(Names, Name))
      Names.push_back(std::move(Name));
  }
  for (size_t I = 0; I != Names.size() && I != Shown; ++I)
    Text += (I ? ", " : "freed by ") + Names[I];
  if (Names.size() > Shown)
    Text += " and " + formatNumberOf(Names.size() - Shown, "other");
  return Text;
}

/// The share of freed blocks that the call which made them outlived; nothing if
/// it is not known of all, or not of which function.
static std::string sameCall(const LifetimeTable::Row &R, const Profile &P) {
  const LifetimeSum &S = R.Sum;
  if (!R.Site || !S.ActivationKnown ||
      S.ActivationKnown != S.Freed.Allocations ||
      activationOwners(P.site(*R.Site), R.Callers).empty())
    return "";
  return formatPercent(S.SameActivation, S.ActivationKnown);
}

void showLifetimes(const TextPage &Page) {
  const LifetimeTable &T = Page.A.Lifetimes;
  size_t Shown = Page.shownRows(T.Rows.size());
  if (!showLifetimeHeading(
          Page, "Lifetimes",
          formatCount(Shown) + " of " + formatCount(T.Rows.size()) +
              " sites and functions; half lived: until so many bytes more were "
              "allocated"))
    return;
  TextTable Table;
  constexpr unsigned Stays = TextTable::Stays;
  for (auto [Heading, Rank] :
       {std::pair("#", Stays), std::pair("allocated", Stays),
        std::pair("freed", 3u), std::pair("live", 6u),
        std::pair("temporary", 5u), std::pair("half lived", 4u),
        std::pair("other thread", 1u)})
    Table.addColumn(Heading, TextTable::Align::Right, Rank);
  bool HasActivations = T.All.ActivationKnown;
  if (HasActivations)
    Table.addColumn("same call", TextTable::Align::Right, 2);
  const Profile &P = Page.profile();
  auto Cells = [&](std::string Name, const LifetimeSum &S,
                   const Amount &Allocated, const LifetimeEstimates &E) {
    auto Count = [&](const Estimate &Number) {
      return formatEstimate(Number, Page.Style.Numbers);
    };
    return std::vector<TextTable::Cell>{
        std::move(Name),
        Page.Style.count(Allocated.Allocations),
        Count(E.Freed.Blocks),
        Count(E.Live.Blocks),
        formatEstimatedPercent(E.Temporary, S.Allocated.Allocations),
        S.Freed.Allocations
            ? formatBytesBetween(S.medianLifetime(E.FreedDraws))
            : "",
        formatEstimatedPercent(E.FreedElsewhere, S.Freed.Allocations)};
  };
  size_t Indent = indentBelowRank(Shown);
  for (size_t I = 0; I != Shown; ++I) {
    const LifetimeTable::Row &R = T.Rows[I];
    std::vector<TextTable::Cell> Row = Cells(
        utostr(I + 1), R.Sum, R.allocated(), estimateLifetimes(P, R.Parts));
    if (HasActivations)
      Row.push_back(sameCall(R, Page.profile()));
    Table.addRow(std::move(Row), Paint::Strong);
    addPlaceOf(R, Table, Page, Indent);
    if (!R.FreeSites.empty())
      Table.addNote(Indent, freedBy(R, Page, Indent));
  }
  std::vector<TextTable::Cell> All =
      Cells("all", T.All, T.InRows, T.estimateAll(P));
  if (HasActivations)
    All.push_back("");
  Table.addRow(std::move(All), Paint::Strong);
  Table.print(Page.OS, Page.Style);
  if (T.NotDrawn.Allocations)
    Page.line("besides, at " +
              formatNumberOf(T.CodeNotDrawn, "site or function",
                             Page.Style.Numbers) +
              " of which no block was drawn: " +
              formatNumberOf(T.NotDrawn.Allocations, "allocation",
                             Page.Style.Numbers) +
              ", " + formatBytes(T.NotDrawn.Bytes));
  if (T.Unwatched.Allocations)
    Page.line("besides, counted but not watched: " +
              formatNumberOf(T.Unwatched.Allocations, "allocation",
                             Page.Style.Numbers) +
              ", " + formatBytes(T.Unwatched.Bytes));
  if (T.UnknownFrees)
    Page.line(formatNumberOf(T.UnknownFrees, "free", Page.Style.Numbers) +
              " of blocks that were not watched");
}

} // namespace anomalloc

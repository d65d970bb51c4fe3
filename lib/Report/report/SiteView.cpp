//===- SiteView.cpp - allocation sites, heaviest first --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// Allocation sites by count   10 of 312
///   #       count      bytes  loops  per iteration  sizes   type
///   1  53,880,000  616.6 MiB    1/3           1.00  12      int[3]
///      Mesh::getElem(int) const @ src/mesh.cpp:5007:12 <- operator new
///      freed on every path before the next iteration
///      change 1: short-lived
///   2   8,000,000   61.0 MiB    0/2                 8       int
///      from one of fill() @ src/fill.cpp:7, main @ src/main.cpp:30 or 3 more
///        std::vector<int>::_M_realloc_insert() @ vector.tcc:3:1 <- operator
///        new
/// \endcode
/// "loops" is the loop depth in the function and the one along the deepest call
/// chain. A site in a maker or in an out-of-line library function has the lines
/// to change in front of it: those for which it made blocks, or, where nobody
/// counted, those of which one or more did. Below it stands what to change, or
/// why there is nothing.
///
//===----------------------------------------------------------------------===//

#include "Format/VerdictText.h"
#include "Report/report/ChangeParts.h"
#include "Report/report/SitePlace.h"
#include "Report/report/TextReport.h"
#include "Report/report/VerdictParts.h"
#include "Report/text/Columns.h"
#include "Report/text/Names.h"
#include "Report/text/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {
namespace {

using Row = SiteRanking::Row;

/// Columns that a function or a file gets, however little room there is.
constexpr size_t MinNameWidth = 16;

/// "12, 24, 40, ... (7)": the sizes with the most allocations.
std::string listSizes(const Row &R) {
  constexpr size_t Shown = 3;
  std::string Text;
  for (size_t I = 0; I != R.Sizes.size() && I != Shown; ++I)
    Text += (I ? ", " : "") + formatCount(R.Sizes[I].Size);
  if (R.Sizes.size() > Shown)
    Text += ", ... (" + formatCount(R.Sizes.size()) + ")";
  return Text;
}

std::string formatRate(const Row &R) {
  if (R.Basis == SiteRanking::Per::Unknown)
    return "";
  std::string Rate = R.AllocationsPer >= 1000
                         ? formatCount(uint64_t(R.AllocationsPer + 0.5))
                         : formatv("{0:F2}", R.AllocationsPer).str();
  return R.Basis == SiteRanking::Per::Entry ? Rate + "/entry" : Rate;
}

/// "Mesh::getElem(int) const @ src/mesh.cpp:5007".
std::string describeLine(const Frame &F, const TextStyle &Style, size_t Room) {
  std::string Place = shortLocation(
      F.File, F.Line, F.Column, Style.room(std::max(Room / 2, MinNameWidth)));
  size_t Rest = Room - std::min(Room, columnsOf(Place) + 3);
  std::string Function = shortFunctionName(
      F.Function, Style.room(std::max<size_t>(Rest, MinNameWidth)));
  if (Function.empty())
    Function = "?";
  return Function + (Place.empty() ? "" : " @ " + Place);
}

} // namespace

std::string briefLine(const Frame &F, size_t Room) {
  size_t Least = MinNameWidth + 3;
  std::string Place =
      shortLocation(sys::path::filename(F.File), F.Line, 0,
                    std::max(Room - std::min(Room, Least), MinNameWidth));
  size_t Rest = Room - std::min(Room, columnsOf(Place) + 3);
  std::string Function =
      briefFunctionName(F.Function, std::max(Rest, MinNameWidth));
  return Function + (Place.empty() ? "" : " @ " + Place);
}

/// Lines in one line that fits: "from A", "from one of A, B or 3 more"; or, if
/// \p Each of them made some, "for A, B and 3 more".
static std::string listLines(const UserLines &Lines, bool Each,
                             const TextStyle &Style, size_t Indent) {
  auto RoomFor = [&](size_t Words) {
    return Style.Width - std::min(Style.Width / 2, Indent + Words);
  };
  std::string Text = Each ? "for " : "from ";
  if (Lines.size() == 1)
    return Text + describeLine(Lines.Lines[0], Style, RoomFor(Text.size()));

  constexpr size_t Shown = 2;
  std::string Last = Each ? " and " : " or ";
  Text += Each ? "" : "one of ";
  uint64_t Others = Lines.size() - Shown;
  std::string Rest = Others ? Last + formatCount(Others) + " more" : "";
  std::string Between = Others ? ", " : Last;
  size_t Room = RoomFor(Text.size() + Between.size() + Rest.size());
  auto Describe = [&](const Frame &F, size_t Room) {
    return Style.FullNames ? describeLine(F, Style, Room) : briefLine(F, Room);
  };
  // What the first leaves of its half is the second's.
  std::string First = Describe(Lines.Lines[0], Room / 2);
  Text += First + Between;
  Text += Describe(Lines.Lines[1], Room - std::min(Room, columnsOf(First)));
  return Text + Rest;
}

/// The user's lines that lead to a site in a library.
std::string listCallers(const UserLines &Callers, const TextStyle &Style,
                        size_t Indent) {
  return listLines(Callers, /*Each=*/false, Style, Indent);
}

/// The lines to change that made blocks of a site, if they are not its own
/// place, or the lines that may have; "" if none is known.
static std::string linesOf(const SiteRanking::Row &R, const TextPage &Page,
                           size_t Indent) {
  const LinesToChange &All = Page.A.Changes.Lines;
  UserLines Lines;
  auto IsAt = [](const Frame &F) {
    return [&F](const Frame &Other) {
      return F.File == Other.File && F.Line == Other.Line;
    };
  };
  for (uint32_t I : All.of(R.Site)) {
    const ChangeLine &L = All.Lines[I];
    if (L.IsCounted && none_of(Lines.Lines, IsAt(L.line())))
      Lines.Lines.push_back(L.line());
  }
  if (Lines.Lines.empty() || !(All.CallsCounted || R.Callers.size() == 0))
    return R.Callers.size() ? listCallers(R.Callers, Page.Style, Indent) : "";
  if (Lines.size() == 1 &&
      IsAt(Lines.Lines[0])(Page.profile().site(R.Site).userFrame()))
    return "";
  return listLines(Lines, /*Each=*/true, Page.Style, Indent);
}

/// What is proved of the blocks of a site in makers at all its lines to change:
/// "at these lines: freed on every path of the call". It is "" if one of them
/// has no proof.
static std::string provedAtLines(const SiteRanking::Row &R,
                                 const TextPage &Page) {
  const LinesToChange &All = Page.A.Changes.Lines;
  BlockLife Life = BlockLife::Last;
  bool IsAny = false;
  for (uint32_t I : All.of(R.Site)) {
    const ChangeLine &L = All.Lines[I];
    if (!L.IsCounted)
      continue;
    bool IsJudged = false;
    for (const MakerCall &C : Page.profile().MakerCalls) {
      if (!C.ChangeFrame)
        continue;
      const Frame &F = C.Chain[*C.ChangeFrame];
      if (F.Line != L.line().Line || F.File != L.line().File)
        continue;
      Life = std::min(Life, C.Proved ? C.Proved->Life : BlockLife::Open);
      IsJudged = true;
    }
    if (!IsJudged || Life == BlockLife::Open)
      return "";
    IsAny = true;
  }
  if (!IsAny || !All.CallsCounted)
    return "";
  return ("at " +
          Twine(All.of(R.Site).size() > 1 ? "these lines: " : "this line: ") +
          lifeText(Life))
      .str();
}

const Frame &frameWithLine(const Site &S) {
  for (uint32_t I = S.UserFrame; I != S.Chain.size(); ++I)
    if (S.Chain[I].Line)
      return S.Chain[I];
  return S.userFrame();
}

std::string poolWord(const Site &S) {
  if (S.Family != SiteFamily::Pool)
    return "";
  if (S.Space == MemorySpace::Host)
    return " (pool)";
  return std::string(" (") + nameOf(S.Space) + ")";
}

/// Function, place and callee of a site in one line that fits.
std::string placeOf(const Site &S, const TextStyle &Style, size_t Indent) {
  std::string Callee = plainFunctionName(S.Callee);
  if (S.Family == SiteFamily::Leading)
    Callee = "inside " + Callee;
  Callee += poolWord(S);
  Callee = cutEnd(Callee, Style.room(28));
  size_t Room =
      Style.Width - std::min(Style.Width / 2, Indent + 4 + columnsOf(Callee));
  return describeLine(frameWithLine(S), Style, Room) + " <- " + Callee;
}

namespace {

/// The change that has the site's blocks, or why there is none.
std::string wordOf(const ChangeList &List, SiteIndex Site) {
  const ChangeList::Word &Its = List.OfSite[uint32_t(Site)];
  if (!Its.Entry)
    return "no change: " + reasonOf(Its.Why).str();
  return "change " + rankOf(List, *Its.Entry) + ": " +
         anomaly(List.Entries[*Its.Entry].Kind).Name.str();
}

/// "1/3"; "1+/3+" if there may be more loops than are known.
std::string loopsOf(const Site &S, uint64_t Effective) {
  const std::string More = S.LoopDepthIsLeast ? "+" : "";
  return utostr(S.LoopDepth) + More + "/" + utostr(Effective) + More;
}

/// The cells of a site but for its type.
std::vector<TextTable::Cell> numbersOf(const Row &R, size_t Rank,
                                       const TextPage &Page) {
  return {utostr(Rank),
          Page.Style.count(R.Sum.Allocations),
          formatBytes(R.Sum.Bytes),
          loopsOf(Page.profile().site(R.Site), R.EffectiveLoopDepth),
          formatRate(R),
          listSizes(R)};
}

} // namespace

void showSites(const TextPage &Page) {
  const SiteRanking &Ranking = Page.A.Sites;
  const bool AnyLeast = any_of(Ranking.Rows, [&](const Row &R) {
    return Page.profile().site(R.Site).LoopDepthIsLeast;
  });
  Page.heading(
      "Allocation sites",
      formatCount(Ranking.Rows.size()) + " of " +
          formatNumberOf(Ranking.Rows.size() + Ranking.OtherSites, "site") +
          "; loops: in the function/along the deepest call chain" +
          (AnyLeast ? ", +: or more" : ""));
  TextTable Table;
  using Align = TextTable::Align;
  Table.addColumn("#");
  Table.addColumn("count");
  Table.addColumn("bytes", Align::Right, 5);
  Table.addColumn("loops", Align::Right, 4);
  Table.addColumn("per iteration", Align::Right, 2);
  Table.addColumn("sizes", Align::Left, 3);
  Table.addColumn("type", Align::Left, 1);
  for (auto [I, R] : enumerate(Ranking.Rows)) {
    const Site &S = Page.profile().site(R.Site);
    std::vector<TextTable::Cell> Cells = numbersOf(R, I + 1, Page);
    Cells.emplace_back([&S, &Page](size_t Width) {
      return shortTypeName(S.Type, std::min(Width, Page.Style.room(28)));
    });
    Table.addRow(std::move(Cells), Paint::Strong);
    size_t Indent = 2 + utostr(Ranking.Rows.size()).size() + 2;
    std::string Lines = linesOf(R, Page, Indent);
    if (!Lines.empty()) {
      Table.addNote(Indent, Lines, Paint::Plain);
      Indent += 2;
    }
    Table.addNote(Indent, placeOf(S, Page.Style, Indent),
                  Lines.empty() ? Paint::Plain : Paint::Dim);
    if (S.Proved && S.Proved->Life != BlockLife::Open)
      Table.addNote(Indent, verdictText(S, Page.profile()), Paint::Dim);
    else if (std::string Proved = provedAtLines(R, Page); !Proved.empty())
      Table.addNote(Indent, Proved, Paint::Dim);
    Table.addNote(Indent, wordOf(Page.A.Changes, R.Site), Paint::Dim);
  }
  if (Ranking.OtherSites)
    Table.addNote(2, formatNumberOf(Ranking.OtherSites, "more site") + ": " +
                         formatNumberOf(Ranking.Other.Allocations, "allocation",
                                        Page.Style.Numbers) +
                         ", " + formatBytes(Ranking.Other.Bytes));
  Table.print(Page.OS, Page.Style);
}

} // namespace anomalloc

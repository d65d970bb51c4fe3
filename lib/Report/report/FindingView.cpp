//===- FindingView.cpp - what to change, the most first -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   What to change   2 of 2 places; saved time: ...
///    1  37.4 %  squaredErrors(...) @ post.cpp:22 and 1 more <-
///    Mesh::operator[]
///       747,600 allocations of 12 and 48 bytes, 3 loops deep
///         432,000  squaredErrors(...) @ post.cpp:22
///         315,600  FiniteElementSpace::create() @ fespace.cpp:19
///       made in Mesh::operator[](int) const @ mesh.cpp:18
///       short-lived: 747,600 of 747,600 blocks were freed before ...
///       change: return a reference or a view in place of a new object
///         saves 4 ms to 30 ms and 747,600 allocations
///   Less memory
///   m1  leak() @ leak.cpp:3 <- malloc
///       ...
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/ChangeParts.h"
#include "Report/report/LifetimeParts.h"
#include "Report/report/Savings.h"
#include "Report/text/Columns.h"
#include "Report/text/Names.h"
#include "Report/text/Paragraph.h"
#include "Support/Printable.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr size_t Indent = 6;

/// "f() @ file:3", or "file:3".
std::string placeOf(const Frame &F, const TextStyle &Style, size_t Room,
                    bool WithFunction = true) {
  std::string Place = shortLocation(F.File, F.Line, 0,
                                    Style.room(std::max<size_t>(Room / 2, 16)));
  if (!WithFunction && !Place.empty())
    return Place;
  size_t Rest = Room - std::min(Room / 2, columnsOf(Place) + 3);
  std::string Function = shortFunctionName(F.Function, Style.room(Rest));
  return (Function.empty() ? "?" : Function) +
         (Place.empty() ? "" : " @ " + Place);
}

size_t roomFor(const TextStyle &Style, size_t Taken) {
  return Style.Width - std::min(Style.Width / 2, Taken);
}

bool hasOneCallee(const ChangeEntry &E) {
  return all_of(E.Lines, [&](const ChangeLine *L) {
    return L->Callee == E.line().Callee &&
           L->PointerName == E.line().PointerName;
  });
}

bool isCalleeKnown(const ChangeLine &L) {
  return !L.Callee.empty() || !L.PointerName.empty();
}

/// Different lines of code; one may have several callees.
size_t numberOfLines(const ChangeEntry &E) {
  std::set<std::pair<StringRef, uint32_t>> Lines;
  for (const ChangeLine *L : E.Lines)
    Lines.insert({L->line().File, L->line().Line});
  return Lines.size();
}

void showPlace(const TextPage &Page, const ChangeEntry &E, StringRef Rank) {
  std::string Share = anomaly(E.Kind).Gain == Gain::Allocations
                          ? formatPercent(E.Requested.Allocations,
                                          Page.A.Changes.All.Allocations) +
                                "  "
                          : "";
  std::string More;
  bool InMaker = &E.place() != &E.line().line();
  if (size_t Lines = numberOfLines(E); Lines > 1 && !InMaker)
    More = " and " + formatNumberOf(Lines - 1, "more line");
  bool ThroughPointer = numberOfLines(E) == 1 && E.line().Callee.empty() &&
                        Page.A.Changes.Lines.CallsCounted;
  std::string Callee;
  if (!InMaker && hasOneCallee(E) &&
      (ThroughPointer || isCalleeKnown(E.line())))
    Callee = arrowTo(E.line(), Page.Style.room(30));
  size_t Taken =
      Indent + columnsOf(Share) + columnsOf(More) + columnsOf(Callee);
  Paragraph(Indent - 2 - std::min<size_t>(Rank.size(), Indent - 2), Indent)
      .add(Rank + "  ")
      .add(Share)
      .add(placeOf(E.place(), Page.Style, roomFor(Page.Style, Taken)) + More,
           Paint::Strong)
      .add(Callee)
      .print(Page.OS, Page.Style);
}

/// " of 12 bytes", " of 12, 48 bytes and 5 more sizes"; if nobody knows which
/// of their sites' sizes they have, " of 31 bytes on average".
std::string wordsOnSizes(const ChangeEntry &E) {
  std::optional<std::vector<std::pair<uint64_t, uint64_t>>> Known = sizesOf(E);
  if (!Known && E.Requested.Allocations)
    return " of " +
           formatNumberOf(
               divideNearest(E.Requested.Bytes, E.Requested.Allocations),
               "byte") +
           " on average";
  if (!Known || Known->empty())
    return "";
  const std::vector<std::pair<uint64_t, uint64_t>> &Sorted = *Known;
  constexpr size_t Shown = 3;
  std::string Text = " of ";
  size_t Number = std::min(Shown, Sorted.size());
  for (size_t I = 0; I != Number; ++I)
    Text += (!I                       ? ""
             : I + 1 == Sorted.size() ? " and "
                                      : ", ") +
            formatCount(Sorted[I].first);
  Text += Sorted.size() == 1 && Sorted[0].first == 1 ? " byte" : " bytes";
  if (Sorted.size() > Shown)
    Text += " and " + formatNumberOf(Sorted.size() - Shown, "more size");
  return Text;
}

void showAmount(const TextPage &Page, const ChangeEntry &E) {
  std::string Text = formatNumberOf(E.Requested.Allocations, "allocation",
                                    Page.Style.Numbers) +
                     wordsOnSizes(E) + ", " + formatBytes(E.Requested.Bytes) +
                     " in all";
  if (uint64_t All = Page.A.Changes.All.Bytes;
      All && anomaly(E.Kind).Gain != Gain::Devices)
    Text += " (" + formatPercent(E.Requested.Bytes, All) + ")";
  if (E.Depth)
    Text += ", " + formatNumberOf(E.Depth, "loop") + " deep";
  Paragraph(Indent).add(Text).print(Page.OS, Page.Style);
}

struct LineRow {
  const ChangeLine *Line = nullptr;
  uint64_t Allocations = 0;
  std::string Callee; ///< "" if all lines have the same.
};

/// The lines of \p E, the most allocations first: instances of a template are
/// one line.
std::vector<LineRow> rowsOf(const ChangeEntry &E, const TextStyle &Style) {
  bool OneCallee = hasOneCallee(E) && isCalleeKnown(E.line());
  std::vector<LineRow> Rows;
  std::map<std::tuple<StringRef, uint32_t, std::string>, size_t> RowOf;
  for (const ChangeLine *L : E.Lines) {
    std::string Callee = OneCallee ? "" : arrowTo(*L, Style.room(28));
    const Frame &F = L->line();
    auto [I, New] = RowOf.try_emplace({F.File, F.Line, Callee}, Rows.size());
    if (New || !F.Line)
      Rows.push_back({L, L->Sum.Allocations, Callee});
    else
      Rows[I->second].Allocations =
          SaturatingAdd(Rows[I->second].Allocations, L->Sum.Allocations);
  }
  llvm::stable_sort(Rows, [](const LineRow &A, const LineRow &B) {
    return A.Allocations > B.Allocations;
  });
  return Rows;
}

/// Each line with its own number, if there are several.
void showLines(const TextPage &Page, const ChangeEntry &E) {
  constexpr size_t Shown = 4;
  std::vector<LineRow> Rows = rowsOf(E, Page.Style);
  if (Rows.size() < 2 && &E.place() == &E.line().line())
    return;
  size_t Limit = Page.Style.FullNames || Rows.size() == Shown + 1
                     ? Rows.size()
                     : std::min(Shown, Rows.size());
  size_t Width = Page.Style.count(Rows.front().Allocations).size();
  // The headline has named the function.
  bool IsNamed = all_of(Rows, [&](const LineRow &Row) {
    return Row.Line->line().Function == E.place().Function;
  });
  for (const LineRow &Row : ArrayRef(Rows).take_front(Limit)) {
    std::string Count =
        Row.Allocations ? Page.Style.count(Row.Allocations) : "perhaps";
    Width = std::max(Width, Count.size());
    size_t Left = Indent + 2 + Width + 2;
    Paragraph(Indent + 2, Left)
        .add(std::string(Width - Count.size(), ' ') + Count + "  ")
        .add(placeOf(Row.Line->line(), Page.Style,
                     roomFor(Page.Style, Left + columnsOf(Row.Callee)),
                     /*WithFunction=*/!IsNamed))
        .add(Row.Callee, Paint::Dim)
        .print(Page.OS, Page.Style);
  }
  if (Limit == Rows.size())
    return;
  uint64_t Rest = 0;
  for (const LineRow &Row : ArrayRef(Rows).drop_front(Limit))
    Rest = SaturatingAdd(Rest, Row.Allocations);
  std::string Count = Page.Style.count(Rest);
  Paragraph(Indent + 2)
      .add(std::string(Width - std::min(Width, Count.size()), ' ') + Count +
               "  in " + formatNumberOf(Rows.size() - Limit, "more line"),
           Paint::Dim)
      .print(Page.OS, Page.Style);
}

/// Two levels above the line and two below it, of the program's own.
void showLevels(const TextPage &Page, const ChangeEntry &E) {
  const ChangeLine &L = E.line();
  auto Show = [&](StringRef Words, ArrayRef<Frame> Frames) {
    if (Frames.empty())
      return;
    Frames = Frames.take_front(2);
    size_t Room =
        roomFor(Page.Style, Indent + Words.size() + 3) / Frames.size();
    std::string Text = Words.str();
    for (size_t I = 0; I != Frames.size(); ++I)
      Text += (I ? ", " : "") + placeOf(Frames[I], Page.Style, Room);
    Paragraph(Indent).add(Text, Paint::Dim).print(Page.OS, Page.Style);
  };
  // A maker that is the place itself was named.
  std::vector<Frame> Makers;
  for (const Frame &F : L.Makers)
    if (&F != &E.place())
      Makers.push_back(F);
  Show("made in ", Makers);
  if (E.Lines.size() == 1)
    Show("called by ", ArrayRef(L.Levels).drop_front());
}

void showEvidence(const TextPage &Page, uint32_t Entry) {
  const ChangeEntry &E = Page.A.Changes.Entries[Entry];
  const ChangeEntry::Part &Main = E.Parts.front();
  auto Show = [&](const MeasuredAnomaly &F, const std::string &Evidence) {
    Paragraph(Indent)
        .add(anomaly(F.Kind).Name, Paint::Warning)
        .add(": " + Evidence)
        .print(Page.OS, Page.Style);
  };
  Show(Main.Found, evidenceOf(E));
  MeasuredChange Change = describeChange(Page.A.Changes, Entry);
  Paragraph(Indent, Indent + 2)
      .add("change", Paint::Strong)
      .add(": " + Change.Remedy)
      .print(Page.OS, Page.Style);
  if (std::string Saved = savedText(Change, Page.Style.Numbers); !Saved.empty())
    Paragraph(Indent + 2, Indent + 2)
        .add(Saved, Paint::Dim)
        .print(Page.OS, Page.Style);
  for (const MeasuredAnomaly &Also : Main.Also)
    Show(Also, evidenceOf(Also));
}

/// What the checks say of the same blocks.
void showLint(const TextPage &Page, uint32_t Entry) {
  if (!Page.A.Lint)
    return;
  constexpr size_t Most = 2;
  ArrayRef<uint32_t> Known = Page.A.LintOf[Entry];
  auto Show = [&](const Twine &Text) {
    Paragraph(Indent, Indent + 2)
        .add("lint", Paint::Warning)
        .add(": " + Text.str())
        .print(Page.OS, Page.Style);
  };
  for (uint32_t I : Known.take_front(Most)) {
    const LintFinding &F = (*Page.A.Lint)[I];
    Show(printable(F.Message) + " [" + F.Check + "] @ " + printable(F.File) +
         ":" + Twine(F.At.Number) +
         (F.HasFix ? "; there is a fix: anomalloc lint --fix" : ""));
  }
  if (Known.size() > Most)
    Show(formatNumberOf(Known.size() - Most, "more finding"));
  if (Known.empty())
    Show("no check knows it");
}

} // namespace

void showFindings(const TextPage &Page) {
  const ChangeList &List = Page.A.Changes;
  size_t Limit = Page.A.TopChanges ? Page.A.TopChanges : SIZE_MAX;
  std::map<Gain, size_t> Seen;
  std::vector<uint32_t> Shown;
  for (uint32_t I = 0; I != List.Entries.size(); ++I)
    if (Seen[anomaly(List.Entries[I].Kind).Gain]++ < Limit)
      Shown.push_back(I);
  std::string Remark;
  if (!List.Entries.empty())
    Remark = formatCount(Shown.size()) + " of " +
             formatNumberOf(List.Entries.size(), "place") + ", " +
             orderOf(List).str() + "; " + remarkOnSavings(List, Shown);
  Page.heading("What to change", Remark);
  if (Page.A.Lifetimes.State == LifetimeState::Partly)
    Page.line("of some processes only it is known what became of the blocks");
  if (Page.profile().isEstimated())
    Page.line("what is told of lives and stacks is estimated from drawn "
              "blocks; it is told only where all of its 95 % interval is so");
  if (List.Entries.empty())
    Page.line(nothingToChange(Page.A));
  Gain Now = Gain::Allocations;
  for (uint32_t I : Shown) {
    const ChangeEntry &E = List.Entries[I];
    if (Gain Its = anomaly(E.Kind).Gain; Its != Now) {
      Now = Its;
      Page.line(Its == Gain::Memory    ? "Less memory"
                : Its == Gain::Traffic ? "Less to read and write"
                : Its == Gain::Threads ? "Less work for threads"
                                       : "Memory of accelerators",
                Paint::Heading);
    }
    showPlace(Page, E, rankOf(List, I));
    showAmount(Page, E);
    showLines(Page, E);
    showLevels(Page, E);
    showEvidence(Page, I);
    showLint(Page, I);
  }
}

} // namespace anomalloc

//===- TameText.cpp - a taming for people ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/Names.h"
#include "Report/text/Paragraph.h"
#include "Report/text/TextTable.h"
#include "Support/Printable.h"
#include "Support/ShellQuote.h"
#include "tame/TameJudge.h"
#include "tame/TameResult.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

std::string tameHeadline(const Taming &Its) {
  const TameState &S = Its.state();
  if (Its.settings().DryRun)
    return formatNumberOf(Its.planned().size(), "change") +
           " would be tried; the program makes " +
           formatNumberOf(S.Start.Allocations, "allocation");
  const size_t Kept = S.kept();
  if (!Kept)
    return S.Steps.empty()
               ? "no change to be tried"
               : "no change was kept of " + formatCount(S.Steps.size());
  return formatNumberOf(Kept, "change") +
         " kept: " + formatCount(S.Start.Allocations) + " -> " +
         formatNumberOf(S.Now.Allocations, "allocation") + " (" +
         formatChange(S.Start.Allocations, S.Now.Allocations) + ")";
}

static std::string shareOf(uint64_t Start, uint64_t Now) {
  return Start ? formatPercent(100 * double(Now) / double(Start)) : "";
}

static TameRow tameRow(const TameState &S, StringRef Step,
                       ArrayRef<TameChange> Changes, const TameNumbers &N) {
  TameRow Row{Step.str(),
              Changes,
              formatCount(N.Allocations),
              shareOf(S.Start.Allocations, N.Allocations),
              formatBytes(N.Bytes),
              shareOf(S.Start.Bytes, N.Bytes),
              formatBytes(N.Peak),
              shareOf(S.Start.Peak, N.Peak),
              "",
              ""};
  if (N.Time && S.Start.Time) {
    Row.Time = formatTime(S.Clock, *N.Time);
    Row.TimeShare = shareOf(*S.Start.Time, *N.Time);
  }
  return Row;
}

std::vector<TameRow> tameRows(const Taming &Its) {
  const TameState &S = Its.state();
  std::vector<TameRow> Rows = {tameRow(S, "0", {}, S.Start)};
  size_t Number = 0;
  for (const TameStep &Step : S.Steps)
    if (Step.Kept)
      Rows.push_back(tameRow(S, utostr(++Number), Step.Changes, Step.After));
  return Rows;
}

namespace {

class TameText {
public:
  TameText(raw_ostream &OS, const Taming &Its, const TextStyle &Style)
      : OS(OS), Its(Its), State(Its.state()), Style(Style) {}

  void writeTable();
  void writeTakenBack();
  void writeChanges(StringRef Heading, ArrayRef<TameChange> Changes);
  void writeWhere();
  void line(const Twine &Text, Paint P = Paint::Plain, size_t Indent = 2) {
    Paragraph(Indent).add(printable(Text.str()), P).print(OS, Style);
  }

private:
  /// Shares have one width, so that both numbers stand in columns.
  static std::string withShare(const std::string &Number,
                               const std::string &Share) {
    constexpr size_t Widest = 7; // ">99.9 %"
    return Number + " " +
           std::string(Widest - std::min(Widest, Share.size()), ' ') + Share;
  }
  /// For text that is copied to a shell.
  void command(const Twine &Text) {
    Paragraph(4).keepWords().add(printable(Text.str())).print(OS, Style);
  }

  raw_ostream &OS;
  const Taming &Its;
  const TameState &State;
  const TextStyle &Style;
};

static std::string changeCell(ArrayRef<TameChange> Changes, size_t Room) {
  if (Changes.empty())
    return std::string(TameRow::AsItWas);
  const std::string More =
      Changes.size() == 1 ? ""
                          : " and " + formatCount(Changes.size() - 1) + " more";
  return shortLocation(printable(Changes.front().File),
                       unsigned(Changes.front().Line), /*Column=*/0,
                       Room - std::min(Room, More.size())) +
         More;
}

void TameText::writeTable() {
  using Align = TextTable::Align;
  const bool HasTime = State.Start.Time.has_value();
  TextTable Table;
  Table.addColumn("#", Align::Right);
  constexpr size_t LeastPlace = 16;
  Table.addColumn("change", Align::Left, TextTable::Stays, LeastPlace);
  for (const char *Heading : {"allocations", "bytes", "peak"})
    Table.addColumn(Heading);
  if (HasTime)
    Table.addColumn(nameOfTime(State.Clock));
  for (const TameRow &R : tameRows(Its)) {
    std::vector<TextTable::Cell> Cells = {
        R.Step,
        TextTable::Cell([Changes = R.Changes, Style = &Style](size_t Room) {
          return changeCell(Changes, Style->room(Room));
        })};
    Cells.push_back(withShare(R.Allocations, R.AllocationShare));
    Cells.push_back(withShare(R.Bytes, R.ByteShare));
    Cells.push_back(withShare(R.Peak, R.PeakShare));
    if (HasTime)
      Cells.push_back(withShare(R.Time, R.TimeShare));
    Table.addRow(std::move(Cells));
  }
  Table.print(OS, Style);
}

void TameText::writeTakenBack() {
  const std::vector<const TameStep *> Steps = State.takenBack();
  if (!Steps.empty())
    line("taken back", Paint::Heading, 0);
  for (const TameStep *S : Steps)
    line(changesOf(S->Changes) + ": " + S->Why);
}

void TameText::writeChanges(StringRef Heading, ArrayRef<TameChange> Changes) {
  if (Changes.empty())
    return;
  line(Heading, Paint::Heading, 0);
  for (const TameChange &C : Changes)
    line(placeOf(C) + " [" + C.Check + "], " +
         formatNumberOf(C.Allocations, "allocation") + ": " + C.Suggestion +
         (C.Doubt.empty() ? "" : " (not proved: " + C.Doubt + ")"));
}

void TameText::writeWhere() {
  if (!State.kept())
    return;
  const std::string Branch = quoteForShell(Its.settings().Branch);
  line("to take the commits", Paint::Heading, 0);
  command("git merge " + Branch);
  command("git cherry-pick " + StringRef(State.Head).take_front(ShortHash) +
          ".." + Branch);
  command("git am " + quoteForShell(Its.workFolder() + "/patches") +
          "/*.patch");
}

} // namespace

void writeTameText(raw_ostream &To, const Taming &Its, const TextStyle &Style) {
  PrintableStream OS(To, Style.documentKind());
  TameText Text(OS, Its, Style);
  const TameState &State = Its.state();
  Text.line(tameHeadline(Its), Paint::Strong, 0);
  if (!State.Steps.empty())
    Text.writeTable();
  Text.writeChanges("would be tried, in this order", Its.planned());
  Text.writeTakenBack();
  Text.writeChanges("needs a person, the most allocations first", State.Left);
  for (const std::string &Note : State.Notes)
    Text.line("note: " + Note, Paint::Plain, 0);
  if (!State.Done && !Its.settings().DryRun)
    Text.line("not all was tried: the same command goes on", Paint::Plain, 0);
  Text.writeWhere();
}

} // namespace anomalloc

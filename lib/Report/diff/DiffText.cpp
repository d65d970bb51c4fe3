//===- DiffText.cpp - a comparison for a terminal -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/Growth.h"
#include "Report/diff/DiffParts.h"
#include "Report/text/Columns.h"
#include "Report/text/Paragraph.h"
#include "Report/text/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

class TextDiff {
public:
  TextDiff(raw_ostream &OS, const Comparison &C, const DiffOptions &Options,
           const TextStyle &Style)
      : OS(OS), C(C), Options(Options), Style(Style),
        IsOverTime(isOverTime(C)) {}

  void write();

private:
  void heading(const Twine &Title, const Twine &Remark) const;
  void addSides(TextTable &Table) const;
  std::vector<TextTable::Cell> numbers(const ComparedRow &R, Measure M) const;
  void writeSums() const;
  void writeTable(const DiffView &V) const;
  std::string labelOf(size_t Side) const {
    return cutMiddle(C.Sides[Side].Label, Style.room(Style.Width / 5));
  }

  raw_ostream &OS;
  const Comparison &C;
  const DiffOptions &Options;
  const TextStyle &Style;
  const bool IsOverTime;
};

void TextDiff::heading(const Twine &Title, const Twine &Remark) const {
  Paragraph()
      .add(Title, Paint::Heading)
      .add("   ")
      .add(Remark, Paint::Dim)
      .print(OS, Style);
}

/// Columns of numbers(): of the sides those between the first and the last one
/// go first.
void TextDiff::addSides(TextTable &Table) const {
  const size_t Sides = C.Sides.size();
  for (size_t I = 0; I != Sides; ++I) {
    bool IsEnd = I == 0 || I + 1 == Sides;
    Table.addColumn(labelOf(I), TextTable::Align::Right,
                    IsEnd ? TextTable::Stays : 3 + unsigned(I));
  }
  Table.addColumn("change");
  Table.addColumn("%", TextTable::Align::Right, 1);
  if (IsOverTime)
    Table.addColumn("an hour", TextTable::Align::Right, 2);
  if (Sides > 2)
    Table.addColumn("most by", TextTable::Align::Left, 2);
}

std::vector<TextTable::Cell> TextDiff::numbers(const ComparedRow &R,
                                               Measure M) const {
  std::vector<TextTable::Cell> Cells;
  const size_t Last = C.Sides.size() - 1;
  for (size_t I = 0; I <= Last; ++I)
    Cells.push_back(diffNumber(C.spread(R, M, I), M, Style));
  const Spread Base = C.spread(R, M, 0), New = C.spread(R, M, Last);
  std::string Change = diffChange(Base, New, M, Style);
  if (Change.empty() && compare(Base, New) == Difference::Varies)
    Change = "varies";
  Cells.push_back(Change);
  Cells.push_back(diffPercent(Base, New));
  if (IsOverTime)
    Cells.push_back(diffPerHour(C, R, M, Style));
  if (Last > 1) {
    std::optional<size_t> Step = C.largestStep(R, M);
    Cells.push_back(Step ? labelOf(*Step) : "");
  }
  return Cells;
}

void TextDiff::writeSums() const {
  heading("Totals", diffSummary(C.Totals, Style));
  TextTable Table;
  Table.addColumn("", TextTable::Align::Left);
  addSides(Table);
  for (const DiffSum &S : diffSums(C)) {
    std::vector<TextTable::Cell> Cells = numbers(*S.Row, S.What);
    Cells.insert(Cells.begin(), S.Name);
    Table.addRow(std::move(Cells), S.Row == &C.Totals.Rows.front()
                                       ? Paint::Strong
                                       : Paint::Plain);
  }
  Table.print(OS, Style);
}

void TextDiff::writeTable(const DiffView &V) const {
  const ComparedTable &T = C.*V.Table;
  heading(V.Title, diffSummary(T, Style));
  const ArrayRef<ComparedRow> Rows = diffRows(T, Options);
  if (Rows.empty())
    return;
  const Measure Sort = C.sortOf(T);
  const Measure Other =
      Sort == Measure::Bytes ? Measure::Allocations : Measure::Bytes;
  TextTable Table;
  addSides(Table);
  Table.addColumn(infoOf(Other).Heading, TextTable::Align::Right, 0);
  Table.addColumn("", TextTable::Align::Left);
  Table.addColumn(V.Noun, TextTable::Align::Left, TextTable::Stays,
                  /*Least=*/26);
  for (const ComparedRow &R : Rows) {
    std::vector<TextTable::Cell> Cells = numbers(R, Sort);
    Cells.push_back(diffChange(C.spread(R, Other, 0),
                               C.spread(R, Other, C.Sides.size() - 1), Other,
                               Style));
    Cells.push_back(diffState(V, C, R));
    Cells.push_back(TextTable::Cell(
        [this, &V, &R](size_t Width) { return diffName(V, R, Width, Style); }));
    Table.addRow(std::move(Cells));
    if (std::string Besides = diffBesides(C, T, R, Style); !Besides.empty())
      Table.addNote(4, Besides);
  }
  size_t Hidden = T.Changed - std::min<size_t>(T.Changed, Rows.size());
  if (Hidden)
    Table.addNote(2, formatNumberOf(Hidden, "more row", Style.Numbers) +
                         " changed (--top=0 shows all)");
  Table.print(OS, Style);
}

void TextDiff::write() {
  std::vector<std::string> Labels;
  for (const Side &S : C.Sides)
    Labels.push_back(S.Label + (S.Runs.size() > 1
                                    ? " (" + utostr(S.Runs.size()) + " runs)"
                                    : ""));
  Paragraph().add(join(Labels, " -> "), Paint::Strong).print(OS, Style);
  for (const std::string &Line : diffMatches(C, Style))
    Paragraph(2).add(Line, Paint::Dim).print(OS, Style);
  for (const std::string &Note : C.Notes)
    Paragraph(2).add("! " + Note, Paint::Warning).print(OS, Style);
  for (const DiffView &V : diffViews()) {
    if (!Options.shows(V, C))
      continue;
    OS << '\n';
    if (V.Table == &Comparison::Totals)
      writeSums();
    else
      writeTable(V);
  }
}

} // namespace

void writeTextDiff(raw_ostream &To, const Comparison &C,
                   const DiffOptions &Options, const TextStyle &Style) {
  PrintableStream OS(To, Style.documentKind());
  TextDiff(OS, C, Options, Style).write();
}

} // namespace anomalloc

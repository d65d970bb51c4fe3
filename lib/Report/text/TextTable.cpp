//===- TextTable.cpp - aligned columns ------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/TextTable.h"
#include "Report/text/Columns.h"
#include "Report/text/Paragraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

/// Columns between two columns, and before the first.
static constexpr size_t Gap = 2;

static std::string textOf(const TextTable::Cell &C, size_t Width,
                          const TextStyle &Style) {
  if (!C.Fit)
    return C.Text;
  // A text may shorten its parts by themselves, where the whole has room.
  std::string Widest = C.Fit(Style.room(Style.Width));
  return columnsOf(Widest) <= Width ? Widest : C.Fit(Style.room(Width));
}

void TextTable::addColumn(StringRef Heading, Align A, unsigned Rank,
                          size_t Least) {
  Columns.push_back({Heading.str(), A, Rank, Least});
}

void TextTable::addRow(std::vector<Cell> Cells, Paint P) {
  Cells.resize(Columns.size(), Cell(""));
  Lines.push_back({std::move(Cells), P, /*IsNote=*/false, 0});
}

void TextTable::addNote(size_t Indent, std::string Text, Paint P) {
  Lines.push_back({{Cell(std::move(Text))}, P, /*IsNote=*/true, Indent});
}

std::vector<TextTable::Shown> TextTable::measure(const TextStyle &Style) const {
  std::vector<Shown> All;
  for (auto [I, C] : enumerate(Columns)) {
    size_t Width = columnsOf(C.Heading), Least = std::max(Width, C.Least);
    bool CanShrink = false;
    for (const Line &L : Lines) {
      if (L.IsNote)
        continue;
      const Cell &Its = L.Cells[I];
      CanShrink |= bool(Its.Fit);
      Width = std::max(Width, columnsOf(textOf(Its, Style.Width, Style)));
    }
    // It must fit into a further line of a row, too.
    Least = std::min({Width, Least, Style.Width - 2 * Gap});
    All.push_back({I, Width, CanShrink ? Least : Width});
  }
  return All;
}

size_t TextTable::widthOf(ArrayRef<Shown> Columns, bool Shrunk) {
  size_t Width = 0;
  for (const Shown &S : Columns)
    Width += Gap + (Shrunk ? S.Least : S.Width);
  return Width;
}

/// Removes columns until the others fit if they are shrunk, then lets those
/// grow into what is left. Returns the removed ones.
std::vector<size_t> TextTable::leaveOut(std::vector<Shown> &Shown,
                                        const TextStyle &Style) const {
  std::vector<size_t> Removed;
  while (widthOf(Shown, /*Shrunk=*/true) > Style.Width) {
    auto Rank = [&](const auto &S) { return Columns[S.Column].Rank; };
    auto Lowest = Shown.begin();
    for (auto I = Shown.begin(); I != Shown.end(); ++I)
      if (Rank(*I) <= Rank(*Lowest))
        Lowest = I;
    if (Shown.empty() || Rank(*Lowest) == Stays)
      break;
    Removed.push_back(Lowest->Column);
    Shown.erase(Lowest);
  }
  sort(Removed);
  if (Style.FullNames)
    return Removed;
  size_t Least = widthOf(Shown, /*Shrunk=*/true);
  size_t Left = Style.Width - std::min(Style.Width, Least);
  // Narrow ones first: what they leave is for the wide ones.
  SmallVector<size_t, 8> Order;
  for (size_t I = 0; I != Shown.size(); ++I)
    if (Shown[I].Least != Shown[I].Width)
      Order.push_back(I);
  stable_sort(Order, [&](size_t A, size_t B) {
    return Shown[A].Width < Shown[B].Width;
  });
  for (auto [Done, I] : enumerate(Order)) {
    size_t Share = Left / (Order.size() - Done);
    size_t More = std::min(Shown[I].Width - Shown[I].Least, Share);
    Shown[I].Width = Shown[I].Least + More;
    Left -= More;
  }
  return Removed;
}

void TextTable::printCells(raw_ostream &OS, const TextStyle &Style,
                           const Line &L, ArrayRef<Shown> Columns) const {
  std::string Text;
  size_t Used = 0;
  auto EndLine = [&] {
    Style.print(OS, StringRef(Text).rtrim(' '), L.Look);
    OS << '\n';
    Text.clear();
  };
  for (const Shown &S : Columns) {
    // Further lines of a row begin further right.
    if (Used && Used + Gap + S.Width > Style.Width && !Style.FullNames) {
      EndLine();
      Text.assign(Gap, ' ');
      Used = Gap;
    }
    const Cell &Its = L.Cells[S.Column];
    std::string Shown = textOf(Its, S.Width, Style);
    std::string Padding(S.Width - std::min(S.Width, columnsOf(Shown)), ' ');
    Text.append(Gap, ' ');
    Text += this->Columns[S.Column].Alignment == Align::Left ? Shown + Padding
                                                             : Padding + Shown;
    Used += Gap + S.Width;
  }
  EndLine();
}

void TextTable::print(raw_ostream &OS, const TextStyle &Style) const {
  std::vector<Shown> All = measure(Style), Shown = All;
  std::vector<size_t> Removed = leaveOut(Shown, Style);
  Line Headings{{}, Paint::Dim, /*IsNote=*/false, 0};
  for (const Column &C : Columns)
    Headings.Cells.emplace_back(C.Heading);
  printCells(OS, Style, Headings, Shown);
  for (const Line &L : Lines) {
    if (!L.IsNote)
      printCells(OS, Style, L, Shown);
    else if (Style.FullNames)
      (OS.indent(L.Indent), Style.print(OS, L.Cells.front().Text, L.Look),
       OS << '\n');
    else
      Paragraph(L.Indent).add(L.Cells.front().Text, L.Look).print(OS, Style);
  }
  if (Removed.empty())
    return;
  constexpr size_t Named = 6;
  SmallVector<StringRef, 8> Names;
  for (size_t I : Removed)
    if (!is_contained(Names, Columns[I].Heading) && !Columns[I].Heading.empty())
      Names.push_back(Columns[I].Heading);
  if (Names.empty())
    return;
  std::string Text =
      "not shown: " + join(ArrayRef(Names).take_front(Named), ", ");
  if (Names.size() > Named)
    Text += " and " + utostr(Names.size() - Named) + " more";
  Paragraph(Gap)
      .add(Text + " (--width=" + Twine(widthOf(All, /*Shrunk=*/true)) +
               " shows all)",
           Paint::Dim)
      .print(OS, Style);
}

} // namespace anomalloc

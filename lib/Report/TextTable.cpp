//===- TextTable.cpp - aligned columns ------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/TextTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

void TextTable::addColumn(StringRef Heading, Align A) {
  Headings.push_back(Heading.str());
  Alignment.push_back(A);
}

void TextTable::addRow(std::vector<std::string> Cells, Paint P) {
  Cells.resize(Headings.size());
  Lines.push_back({std::move(Cells), P, /*Note=*/false});
}

void TextTable::addNote(std::string Text, Paint P) {
  Lines.push_back({{std::move(Text)}, P, /*Note=*/true});
}

void TextTable::printCells(raw_ostream &OS, const TextStyle &Style,
                           ArrayRef<std::string> Cells, Paint P,
                           ArrayRef<size_t> Widths) const {
  std::string Text = "  ";
  for (auto [I, Cell] : enumerate(Cells)) {
    std::string Padding(Widths[I] - columnsOf(Cell), ' ');
    Text += Alignment[I] == Align::Left ? Cell + Padding : Padding + Cell;
    Text += "  ";
  }
  Style.print(OS, StringRef(Text).rtrim(), P);
  OS << '\n';
}

void TextTable::print(raw_ostream &OS, const TextStyle &Style) const {
  std::vector<size_t> Widths;
  for (const std::string &Heading : Headings)
    Widths.push_back(columnsOf(Heading));
  for (const Line &L : Lines)
    if (!L.Note)
      for (auto [I, Cell] : enumerate(L.Cells))
        Widths[I] = std::max(Widths[I], columnsOf(Cell));

  printCells(OS, Style, Headings, Paint::Dim, Widths);
  for (const Line &L : Lines) {
    if (!L.Note) {
      printCells(OS, Style, L.Cells, L.Look, Widths);
      continue;
    }
    Style.print(OS, L.Cells.front(), L.Look);
    OS << '\n';
  }
}

} // namespace anomalloc

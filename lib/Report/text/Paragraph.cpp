//===- Paragraph.cpp - text that fits into a line or goes on --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/Paragraph.h"
#include "Report/text/Columns.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

Paragraph &Paragraph::add(const Twine &More, Paint P) {
  Looks.emplace_back(Text.size(), P);
  Text += More.str();
  return *this;
}

void Paragraph::printLine(raw_ostream &OS, const TextStyle &Style, size_t Begin,
                          size_t End) const {
  for (size_t I = 0; I != Looks.size(); ++I) {
    size_t From = std::max(Begin, Looks[I].first);
    size_t To =
        std::min(End, I + 1 == Looks.size() ? Text.size() : Looks[I + 1].first);
    if (From < To)
      Style.print(OS, StringRef(Text).slice(From, To), Looks[I].second);
  }
  OS << '\n';
}

/// Whether the space at \p Space stands between a number and its unit.
static bool isBeforeUnit(StringRef Text, size_t Space) {
  return Space && isDigit(Text[Space - 1]) &&
         Text.drop_front(Space + 1).split(' ').first.size() <= 4;
}

/// Where the first line of \p Text ends that has \p Room columns: at a space if
/// the word behind it has room in a line of \p Next columns.
static size_t endOfLine(StringRef Text, size_t Room, size_t Next,
                        bool KeepWords) {
  size_t End = takeColumns(Text, Room).size();
  if (End == Text.size())
    return End;
  size_t Space = Text.take_front(End + 1).rfind(' ');
  while (Space != StringRef::npos && isBeforeUnit(Text, Space))
    Space = Text.take_front(Space).rfind(' ');
  if (Space != StringRef::npos && !Text.take_front(Space).trim(' ').empty()) {
    StringRef Word = Text.drop_front(Space + 1).split(' ').first;
    if (columnsOf(Word) <= Next || KeepWords)
      return Space;
  }
  if (KeepWords)
    return std::min(Text.find(' ', End), Text.size());
  return End ? End : Text.size(); // No room for a single character.
}

void Paragraph::print(raw_ostream &OS, const TextStyle &Style) const {
  size_t Left = std::min(Indent, Style.Width / 2);
  size_t Further = std::min(Hanging, Style.Width / 2);
  size_t Begin = 0;
  bool Goes = Taken.has_value(); // On in a line that has begun.
  if (Goes) {
    constexpr size_t LeastRoom = 20;
    Left = *Taken;
    if (Left + LeastRoom > Style.Width) {
      OS << '\n';
      Left = Further;
      Goes = false;
    }
  }
  do {
    StringRef Rest = StringRef(Text).drop_front(Begin);
    size_t End = Begin + endOfLine(Rest, Style.Width - Left,
                                   Style.Width - Further, KeepWords);
    OS.indent(Goes ? 0 : Left);
    Goes = false;
    size_t Shown = Begin + StringRef(Text).slice(Begin, End).rtrim(' ').size();
    printLine(OS, Style, Begin, Shown);
    Left = Further;
    Begin = StringRef(Text).find_first_not_of(' ', End);
  } while (Begin < Text.size());
}

} // namespace anomalloc

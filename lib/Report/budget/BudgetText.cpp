//===- BudgetText.cpp - what became of budgets, for people ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Words.h"
#include "Report/budget/BudgetViews.h"
#include "Report/text/Columns.h"
#include "Report/text/Names.h"
#include "Report/text/Paragraph.h"
#include "Support/Printable.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace anomalloc::budget;

namespace anomalloc {

std::string BudgetPage::relative(StringRef Path) const {
  StringRef Rest = Path;
  if (Root.empty() || !Rest.consume_front(Root) || !Rest.consume_front("/"))
    return Path.str();
  return Rest.str();
}

namespace {

constexpr size_t SentenceIndent = 2, SentenceHanging = 4;

class TextWriter {
public:
  TextWriter(raw_ostream &OS, const BudgetPage &Page, const TextStyle &Style)
      : OS(OS), Page(Page), Style(Style) {}

  void write();

private:
  void showVerdict(const Verdict &V);
  void showCulprit(const Verdict &V, const Culprit &C, size_t Width);
  void showStack(ArrayRef<Frame> Stack, size_t Left);
  std::string nameOf(const Culprit &C, size_t Room) const;
  std::string placed(const Frame &F, size_t Room) const;
  size_t room(size_t Taken) const {
    return Style.Width - std::min(Style.Width / 2, Taken);
  }

  raw_ostream &OS;
  const BudgetPage &Page;
  const TextStyle &Style;
};

/// "f() @ file:3".
std::string TextWriter::placed(const Frame &F, size_t Room) const {
  std::string Place = printable(shortLocation(Page.relative(F.File), F.Line, 0,
                                              std::max<size_t>(Room / 2, 16)));
  size_t Rest = Room - std::min(Room / 2, columnsOf(Place) + 3);
  std::string Function = printable(shortFunctionName(F.Function, Rest));
  return (Function.empty() ? "?" : Function) +
         (Place.empty() ? "" : " @ " + Place);
}

std::string TextWriter::nameOf(const Culprit &C, size_t Room) const {
  if (!C.Levels.empty()) {
    std::string Callee = printable(
        cutEnd(plainFunctionName(C.Callee), std::min<size_t>(Room, 60)));
    std::string Arrow = Callee.empty() ? "" : " <- " + Callee;
    return placed(C.Levels.front(),
                  Room - std::min(Room / 2, columnsOf(Arrow))) +
           Arrow;
  }
  if (C.Library.empty() && C.Function.empty())
    return "code of nobody knows whom";
  std::string Name = C.Function.empty()
                         ? "an unknown function"
                         : printable(shortFunctionName(C.Function, Room / 2));
  return Name + (C.Library.empty()
                     ? ""
                     : " of " + printable(sys::path::filename(C.Library)));
}

void TextWriter::showStack(ArrayRef<Frame> Stack, size_t Left) {
  constexpr size_t Shown = 12;
  for (const Frame &F : Stack.take_front(Shown))
    Paragraph(Left, Left + 2)
        .add(placed(F, room(Left)), Paint::Dim)
        .print(OS, Style);
  if (Stack.size() > Shown)
    Paragraph(Left).add("...", Paint::Dim).print(OS, Style);
}

void TextWriter::showCulprit(const Verdict &V, const Culprit &C, size_t Width) {
  std::string Number = amountWords(V, C);
  size_t Left = SentenceHanging + Width + 2;
  Paragraph Line(SentenceHanging, Left);
  Line.add(std::string(Width - std::min(Width, columnsOf(Number)), ' ') +
           Number + "  ")
      .add(nameOf(C, room(Left)), Paint::Strong);
  if (std::string Depth = depthWords(C); !Depth.empty())
    Line.add(", " + Depth);
  if (std::string Others = othersWords(C); !Others.empty())
    Line.add(", " + Others, Paint::Dim);
  Line.print(OS, Style);
  if (!C.OwnStack.empty())
    return showStack(C.OwnStack, Left + 2);
  for (const Frame &F : ArrayRef(C.Levels).drop_front(!C.Levels.empty()))
    Paragraph(Left + 2)
        .add("called by " + placed(F, room(Left + 12)), Paint::Dim)
        .print(OS, Style);
}

void TextWriter::showVerdict(const Verdict &V) {
  const bool IsFine =
      V.Outcome == Outcome::Holds || V.Outcome == Outcome::Skipped;
  Paragraph(0, SentenceIndent)
      .add(budget::nameOf(V.Outcome), IsFine ? Paint::Dim : Paint::Warning)
      .add("  " + printable(sentenceOf(V)),
           IsFine ? Paint::Plain : Paint::Strong)
      .add(" (" + printable(placeOf(Page.File, V.Its->At)) + ")", Paint::Dim)
      .print(OS, Style);
  if (V.Lines.empty())
    return;
  size_t Width = 0;
  for (const Culprit &C : V.Lines)
    Width = std::max(Width, columnsOf(amountWords(V, C)));
  for (const Culprit &C : V.Lines)
    showCulprit(V, C, Width);
  if (V.OtherLines)
    Paragraph(SentenceHanging)
        .add("and " + formatCount(V.OtherLines) + " more", Paint::Dim)
        .print(OS, Style);
}

void TextWriter::write() {
  // What needs a person comes first.
  for (Outcome O :
       {Outcome::Broken, Outcome::Unanswered, Outcome::Skipped, Outcome::Holds})
    for (const Verdict &V : Page.Verdicts)
      if (V.Outcome == O)
        showVerdict(V);
  Paragraph()
      .add(printable(Page.File.Path) + ": " +
           wordsOf(countOutcomes(Page.Verdicts)))
      .print(OS, Style);
}

} // namespace

void writeBudgetText(raw_ostream &OS, const BudgetPage &Page,
                     const TextStyle &Style) {
  PrintableStream Document(OS, Style.documentKind());
  TextWriter(Document, Page, Style).write();
}

} // namespace anomalloc

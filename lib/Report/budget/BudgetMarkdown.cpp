//===- BudgetMarkdown.cpp - what became of budgets, for a comment ---------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Words.h"
#include "Report/budget/BudgetViews.h"
#include "Report/text/Names.h"
#include "Support/Numbers.h"
#include "Support/Printable.h"
#include "Support/PrintableStream.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm;
using namespace anomalloc::budget;

namespace anomalloc {
namespace {

constexpr size_t FrameWidth = 60;
constexpr size_t MostCallers = 4;

/// \p Text as markdown that means it and mentions nobody, within one cell of a
/// table.
std::string escaped(StringRef Text) {
  std::string Out;
  for (char C : printable(Text)) {
    if (StringRef("\\`*_[]<>#!|~&").contains(C))
      Out += '\\';
    Out += C;
    if (C == '@') // Else it may call somebody.
      Out += "<!-- -->";
  }
  return Out;
}

/// \p Text as code: nothing in it is markdown, and nobody is mentioned.
std::string asCode(StringRef Text) {
  std::string Out = printable(Text);
  std::replace(Out.begin(), Out.end(), '`', '\'');
  return "`" + Out + "`";
}

std::string nameOf(const BudgetPage &Page, const Frame &F) {
  std::string Place = Page.relative(F.File);
  return asCode(shortFunctionName(F.Function, FrameWidth) + " @ " + Place +
                (F.Line ? ":" + std::to_string(F.Line) : ""));
}

std::string nameOf(const BudgetPage &Page, const Culprit &C) {
  if (C.Levels.empty()) {
    StringRef Library = sys::path::filename(C.Library);
    std::string Function = shortFunctionName(C.Function, FrameWidth);
    return asCode((Function.empty() ? "unknown" : Function) +
                  (Library.empty() ? "" : " of " + Library.str()));
  }
  return nameOf(Page, C.Levels.front());
}

/// The program's own levels above the line, the nearest first.
ArrayRef<Frame> callersOf(const Culprit &C) {
  auto Line = find_if(C.OwnStack, [&](const Frame &F) {
    return F.Line == C.Levels.front().Line && F.File == C.Levels.front().File;
  });
  if (Line == C.OwnStack.end())
    return ArrayRef(C.Levels).drop_front();
  return ArrayRef(C.OwnStack).drop_front(Line - C.OwnStack.begin() + 1);
}

} // namespace

void writeBudgetMarkdown(raw_ostream &To, const BudgetPage &Page) {
  PrintableStream OS(To, PrintableStream::Kind::Text);
  Tally T = countOutcomes(Page.Verdicts);
  OS << "### Allocations: " << wordsOf(T) << "\n\n"
     << "| budget | limit of | measured | allowed | |\n"
     << "| --- | --- | ---: | ---: | --- |\n";
  for (const Verdict &V : Page.Verdicts) {
    const bool IsKnown = V.Why.empty();
    OS << "| " << escaped(V.Of->title()) << " | " << rowOf(V.Its->What).Key
       << " | " << (IsKnown ? escaped(foundWords(V)) : "") << " | "
       << (IsKnown ? escaped(limitWords(V)) : escaped(V.Its->AtMost.Text))
       << " | "
       << (V.Outcome == Outcome::Broken ? "**broken**"
                                        : budget::nameOf(V.Outcome).str())
       << " |\n";
  }
  for (const Verdict &V : Page.Verdicts) {
    if (V.Outcome != Outcome::Broken && V.Why.empty())
      continue;
    OS << "\n**" << escaped(sentenceOf(V)) << "**\n\n";
    for (const Culprit &C : V.Lines) {
      OS << "* " << escaped(amountWords(V, C)) << ": " << nameOf(Page, C);
      if (std::string Depth = depthWords(C); !Depth.empty())
        OS << ", " << Depth;
      if (std::string Others = othersWords(C); !Others.empty())
        OS << ", " << Others;
      if (!C.Levels.empty())
        for (const auto &[I, F] :
             enumerate(callersOf(C).take_front(MostCallers)))
          OS << (I ? ", " : "; called by ") << nameOf(Page, F);
      OS << '\n';
    }
    if (V.OtherLines)
      OS << "* and " << formatCount(V.OtherLines) + " more" << '\n';
  }
}

} // namespace anomalloc

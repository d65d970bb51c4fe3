//===- BisectText.cpp - a bisection for people ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/diff/DiffParts.h"
#include "Report/text/Paragraph.h"
#include "Support/Printable.h"
#include "bisect/BisectResult.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr size_t ShownSites = 20;

std::string nameOf(const CommitTitle &C) {
  return StringRef(C.Hash).take_front(ShortHash).str() + " " + C.Subject;
}

const DiffView &sitesView() {
  return *find_if(diffViews(), [](const DiffView &V) {
    return V.Table == &Comparison::Sites;
  });
}

class BisectText {
public:
  BisectText(raw_ostream &OS, const BisectResult &Result,
             const GrownSites &Grown, const TextStyle &Style)
      : OS(OS), Result(Result), Grown(Grown), Style(Style) {}

  void writeCommits();
  void writeLimits();
  void writeSites();

private:
  void line(const Twine &Text, Paint P = Paint::Plain, size_t Indent = 2) {
    Paragraph(Indent).add(printable(Text.str()), P).print(OS, Style);
  }
  void writeSite(const GrownSites::Site &S);

  raw_ostream &OS;
  const BisectResult &Result;
  const GrownSites &Grown;
  const TextStyle &Style;
};

void BisectText::writeCommits() {
  const CommitTitle &Last = Result.Commits.back().Its;
  if (Result.found()) {
    line("first bad commit: " + Last.Hash, Paint::Strong, 0);
    line(Last.Subject);
    line(Last.Author + ", " + Last.Date);
    return;
  }
  line("the first bad commit is one of these " +
           formatCount(Result.Commits.size()) +
           "; only the last one can be tested:",
       Paint::Strong, 0);
  for (const BisectResult::Candidate &C : Result.Commits)
    line(nameOf(C.Its) + " (" + C.Its.Author + ", " + C.Its.Date + ")" +
         (C.Skipped.empty() ? "" : ": " + C.Skipped));
}

void BisectText::writeLimits() {
  line(Result.found() ? "limits that it breaks:"
                      : "limits that the last one breaks:",
       Paint::Heading, 0);
  for (const CheckedLimit &L : Result.Broken)
    line(Result.Budget + ":" + Twine(L.Line) + ":" + Twine(L.Column) + ": " +
         L.Message);
}

void BisectText::writeSite(const GrownSites::Site &S) {
  const Comparison &C = Grown.Its;
  const DiffView &View = sitesView();
  std::string State = diffState(View, C, *S.Row);
  std::string Numbers = diffNumber(C.spread(*S.Row, S.By, 0), S.By, Style) +
                        " -> " +
                        diffNumber(C.spread(*S.Row, S.By, 1), S.By, Style) +
                        " " + infoOf(S.By).Heading.str();
  constexpr size_t Between = 10;
  const size_t Room =
      Style.Width - std::min(Style.Width / 2, Numbers.size() + Between);
  Paragraph(2)
      .add(State.empty() ? "" : State + "  ", Paint::Warning)
      .add(Numbers + "  ")
      .add(diffName(View, *S.Row, Room, Style), Paint::Strong)
      .print(OS, Style);
}

void BisectText::writeSites() {
  line("sites that make more than at " + nameOf(Result.Before) + ":",
       Paint::Heading, 0);
  for (const GrownSites::Site &S : ArrayRef(Grown.Sites).take_front(ShownSites))
    writeSite(S);
  if (Grown.Sites.empty())
    line("none");
  if (Grown.Sites.size() > ShownSites)
    line("and " + formatCount(Grown.Sites.size() - ShownSites) +
         " more (--json has all)");
}

} // namespace

void writeBisectText(raw_ostream &To, const BisectResult &Result,
                     const GrownSites &Sites, const TextStyle &Style) {
  PrintableStream OS(To, Style.documentKind());
  if (Result.Commits.empty()) {
    Paragraph()
        .add(printable(Result.Elsewhere), Paint::Strong)
        .print(OS, Style);
    return;
  }
  BisectText Text(OS, Result, Sites, Style);
  Text.writeCommits();
  Text.writeLimits();
  Text.writeSites();
}

} // namespace anomalloc

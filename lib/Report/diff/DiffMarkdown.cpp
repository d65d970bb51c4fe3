//===- DiffMarkdown.cpp - a comparison for a merge request ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/diff/DiffParts.h"
#include "Report/text/Markdown.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Columns that a name may take: a comment is not wide.
constexpr size_t NameWidth = 90;

class MarkdownDiff {
public:
  MarkdownDiff(raw_ostream &OS, const Comparison &C, const DiffOptions &Options)
      : OS(OS), C(C), Options(Options) {}

  void write();

private:
  void writeHead(StringRef First);
  void writeNumbers(const ComparedRow &R, Measure M);
  void writeSums();
  void writeTable(const DiffView &V);

  raw_ostream &OS;
  const Comparison &C;
  const DiffOptions &Options;
  const TextStyle Style;
};

void MarkdownDiff::writeHead(StringRef First) {
  OS << "| " << First << " |";
  for (const Side &S : C.Sides)
    OS << ' ' << markdownCode(S.Label) << " |";
  OS << " change | % |\n| --- |";
  for (size_t I = 0; I != C.Sides.size() + 2; ++I)
    OS << " ---: |";
  OS << '\n';
}

void MarkdownDiff::writeNumbers(const ComparedRow &R, Measure M) {
  const size_t Last = C.Sides.size() - 1;
  for (size_t I = 0; I <= Last; ++I)
    OS << ' ' << diffNumber(C.spread(R, M, I), M, Style) << " |";
  const Spread Base = C.spread(R, M, 0), New = C.spread(R, M, Last);
  std::string Change = diffChange(Base, New, M, Style);
  if (Change.empty() && compare(Base, New) == Difference::Varies)
    Change = "varies";
  OS << ' ' << Change << " | " << diffPercent(Base, New) << " |\n";
}

void MarkdownDiff::writeSums() {
  writeHead("");
  for (const DiffSum &S : diffSums(C)) {
    OS << "| " << S.Name << " |";
    writeNumbers(*S.Row, S.What);
  }
}

void MarkdownDiff::writeTable(const DiffView &V) {
  const ComparedTable &T = C.*V.Table;
  const ArrayRef<ComparedRow> Rows = diffRows(T, Options);
  if (Rows.empty()) {
    OS << "No " << V.Noun << " changed.\n";
    return;
  }
  writeHead(V.Noun);
  for (const ComparedRow &R : Rows) {
    std::string State = diffState(V, C, R);
    OS << "| " << markdownCode(diffName(V, R, NameWidth, Style))
       << (State.empty() ? "" : " (" + State + ")");
    if (std::string Besides = diffBesides(C, T, R, Style); !Besides.empty())
      OS << "; " << Besides;
    OS << " |";
    writeNumbers(R, C.sortOf(T));
  }
  if (T.Changed > Rows.size())
    OS << "\n" << Style.count(T.Changed - Rows.size()) << " more changed.\n";
}

void MarkdownDiff::write() {
  OS << "### Allocations: ";
  for (const auto &[I, S] : enumerate(C.Sides)) {
    OS << (I ? " &rarr; " : "") << markdownCode(S.Label);
    if (S.Runs.size() > 1)
      OS << " (" << S.Runs.size() << " runs)";
  }
  OS << "\n\n";
  for (const std::string &Note : C.Notes)
    OS << "> " << markdownCode(Note) << "\n\n";
  for (const DiffView &V : diffViews()) {
    if (!Options.shows(V, C))
      continue;
    if (V.Table == &Comparison::Totals) {
      writeSums();
      OS << '\n';
      continue;
    }
    const std::string Summary =
        V.Title.str() + ": " + diffSummary(C.*V.Table, Style);
    if (V.Table == &Comparison::Lines) {
      OS << "**" << Summary << "**\n\n";
      writeTable(V);
      OS << '\n';
      continue;
    }
    OS << "<details><summary>" << Summary << "</summary>\n\n";
    writeTable(V);
    OS << "\n</details>\n\n";
  }
  OS << "<details><summary>How sites were found again</summary>\n\n";
  for (const std::string &Line : diffMatches(C, Style))
    OS << "- " << markdownCode(Line) << '\n';
  OS << "\n</details>\n";
}

} // namespace

void writeMarkdownDiff(raw_ostream &To, const Comparison &C,
                       const DiffOptions &Options) {
  PrintableStream OS(To, PrintableStream::Kind::Text);
  MarkdownDiff(OS, C, Options).write();
}

} // namespace anomalloc

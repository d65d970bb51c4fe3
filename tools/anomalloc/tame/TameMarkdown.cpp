//===- TameMarkdown.cpp - a taming for a merge request --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/Markdown.h"
#include "tame/TameJudge.h"
#include "tame/TameResult.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

static void writeMarkdownRow(raw_ostream &OS, ArrayRef<std::string> Cells) {
  OS << '|';
  for (const std::string &Cell : Cells)
    OS << ' ' << Cell << " |";
  OS << '\n';
}

/// "17,216,291 (80 %)".
static std::string cellWithShare(StringRef Number, StringRef Share) {
  return (Number + (Share.empty() ? "" : " (" + Share.str() + ")")).str();
}

/// "`a.h:5` `anomalloc-missing-move`, `a.cpp:7` `anomalloc-unnecessary-copy`".
static std::string markdownChanges(ArrayRef<TameChange> Changes) {
  return join(map_range(Changes,
                        [](const TameChange &C) {
                          return markdownCode(placeOf(C)) + " " +
                                 markdownCode(C.Check);
                        }),
              ", ");
}

void writeTameMarkdown(raw_ostream &To, const Taming &Its) {
  PrintableStream OS(To, PrintableStream::Kind::Text);
  const TameState &State = Its.state();
  const bool HasTime = State.Start.Time.has_value();
  OS << "## anomalloc tame: " << tameHeadline(Its) << "\n\n";
  std::vector<std::string> Heading = {"step", "change", "allocations", "bytes",
                                      "peak"};
  std::vector<std::string> Rule = {"---:", "---", "---:", "---:", "---:"};
  if (HasTime) {
    Heading.push_back(nameOfTime(State.Clock).str());
    Rule.push_back("---:");
  }
  writeMarkdownRow(OS, Heading);
  writeMarkdownRow(OS, Rule);
  for (const TameRow &R : tameRows(Its)) {
    std::vector<std::string> Cells = {
        R.Step,
        R.Changes.empty() ? std::string(TameRow::AsItWas)
                          : markdownChanges(R.Changes),
        cellWithShare(R.Allocations, R.AllocationShare),
        cellWithShare(R.Bytes, R.ByteShare),
        cellWithShare(R.Peak, R.PeakShare)};
    if (HasTime)
      Cells.push_back(cellWithShare(R.Time, R.TimeShare));
    writeMarkdownRow(OS, Cells);
  }
  auto List = [&](StringRef Title, ArrayRef<TameChange> Changes) {
    if (Changes.empty())
      return;
    OS << "\n" << Title << ":\n\n";
    for (const TameChange &C : Changes)
      OS << "- " << markdownCode(placeOf(C)) << ' ' << markdownCode(C.Check)
         << ", " << formatNumberOf(C.Allocations, "allocation") << ": "
         << markdownCode(C.Suggestion) << '\n';
  };
  List("Would be tried", Its.planned());
  const std::vector<const TameStep *> TakenBack = State.takenBack();
  if (!TakenBack.empty())
    OS << "\nTaken back:\n\n";
  for (const TameStep *S : TakenBack)
    OS << "- " << markdownChanges(S->Changes) << ": " << markdownCode(S->Why)
       << '\n';
  List("Needs a person", State.Left);
  for (const std::string &Note : State.Notes)
    OS << "\nNote: " << markdownCode(Note) << '\n';
}

} // namespace anomalloc

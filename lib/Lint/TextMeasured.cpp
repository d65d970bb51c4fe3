//===- TextMeasured.cpp - what was measured, for people -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/FunctionNames.h"
#include "Lint/Claims.h"
#include "Lint/Project.h"
#include "Lint/Writers.h"
#include "Report/report/Savings.h"
#include "Report/text/Paragraph.h"
#include "Support/Numbers.h"
#include "Support/Printable.h"
#include "Weights/MeasuredText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc::lint {

std::string levelsText(ArrayRef<SourceLevel> Levels) {
  std::string Text;
  ListSeparator Comma;
  for (const SourceLevel &L : Levels) {
    Text += Comma;
    Text += L.Function.empty() ? "?" : collapseTemplates(L.Function);
    if (!L.File.empty())
      Text +=
          " (" + displayed(L.File) + (L.Line ? ":" + utostr(L.Line) : "") + ")";
  }
  return Text;
}

std::vector<std::string> entryTexts(ArrayRef<ReportEntry> Entries,
                                    std::set<const MeasuredChange *> &Told) {
  constexpr size_t Most = 2;
  std::vector<std::string> Texts;
  for (const ReportEntry &E : Entries.take_front(Most)) {
    const MeasuredChange &C = *E.Its;
    std::string Text = "report: " + C.Anomaly;
    if (Told.insert(&C).second)
      Text += ": " + C.Evidence + "; " + remedyText(C);
    else
      Text += ", as above";
    Texts.push_back(std::move(Text));
  }
  return Texts;
}

std::string measuredText(const Finding &F) {
  if (!F.Recorded || F.Recorded->Hottest.empty())
    return "";
  const FindingWeight &W = *F.Recorded;
  const SourceLevel &L = W.Hottest.front();
  std::vector<std::string> Parts;
  if (std::string Text = shareAndDepth(W.Sum, W.Share); !Text.empty())
    Parts.push_back(std::move(Text));
  if (L.File != F.At.File || L.Line != F.At.Line)
    Parts.push_back(
        (W.OfHottest == W.Sum.Allocations ? "all" : formatCount(W.OfHottest)) +
        " of them for this line");
  if (W.Sum.Uses)
    Parts.push_back(usesText(*W.Sum.Uses));
  if (std::string Text = claimText(F); !Text.empty())
    Parts.push_back(std::move(Text));
  if (const uint64_t Others = W.Sum.Allocations - W.Alone)
    Parts.push_back((W.Alone ? formatCount(Others) + " of them are"
                             : std::string("all of them are")) +
                    " of findings above");
  if (auto Callers = ArrayRef(W.Hottest).drop_front(); !Callers.empty())
    Parts.push_back("called from " + levelsText(Callers));
  return join(Parts, "; ");
}

/// \p Text is made printable: names and paths may be anything.
static void writeLine(raw_ostream &OS, const TextStyle &Style, size_t Indent,
                      const std::string &Text) {
  Paragraph(Indent, Hanging).keepWords().add(printable(Text)).print(OS, Style);
}

static void writeList(raw_ostream &OS, const TextStyle &Style, StringRef Title,
                      ArrayRef<Unexplained> Rows,
                      std::set<const MeasuredChange *> &Told,
                      bool IsElsewhere) {
  constexpr size_t Most = 10;
  if (Rows.empty())
    return;
  writeLine(OS, Style, 0, Title.str());
  for (const Unexplained &U : Rows.take_front(Most)) {
    const SourceLevel &L = U.Levels.front();
    std::string Where = L.File.empty() ? "an unknown place" : displayed(L.File);
    if (L.Line)
      Where += ":" + utostr(L.Line);
    std::string Head = Where + ": " + U.Sum.phrase();
    if (std::string Text = shareAndDepth(U.Sum, U.Share); !Text.empty())
      Head += ", " + Text;
    if (!L.Function.empty())
      Head += ", in " + collapseTemplates(L.Function);
    writeLine(OS, Style, 2, Head);
    if (auto Callers = ArrayRef(U.Levels).drop_front(); !Callers.empty())
      writeLine(OS, Style, 4, "called from " + levelsText(Callers));
    for (const std::string &Text : entryTexts(U.Entries, Told))
      writeLine(OS, Style, 4, Text);
    if (U.Entries.empty() && L.Line && !IsElsewhere)
      writeLine(OS, Style, 4, "nor does the report know what would help");
  }
  if (Rows.size() > Most)
    writeLine(OS, Style, 2,
              "and " + std::to_string(Rows.size() - Most) + " more");
}

/// Findings in other places, and what was asked for.
static void writeCauses(raw_ostream &OS, const TextStyle &Style,
                        ArrayRef<Finding> Causes) {
  if (Causes.empty())
    return;
  writeLine(OS, Style, 0,
            "measured in what was asked for, and the cause lies elsewhere:");
  for (const Finding &F : Causes) {
    writeOneLine(OS, Style, F, 2, "");
    const FindingWeight &W = *F.Recorded;
    std::string Text = W.Sum.phrase();
    if (std::string Share = shareAndDepth(W.Sum, W.Share); !Share.empty())
      Text += ", " + Share;
    if (!W.Hottest.empty())
      Text += std::string("; ") +
              (W.OfHottest == W.Sum.Allocations ? "all" : "most") + " for " +
              levelsText(ArrayRef(W.Hottest).take_front(1));
    writeLine(OS, Style, 4, Text);
  }
}

void writeRestText(raw_ostream &OS, const Outcome &O, const TextStyle &Style,
                   std::set<const MeasuredChange *> &Told) {
  writeCauses(OS, Style, O.Causes);
  writeList(OS, Style, "measured, and no check explains it:", O.Rest.Lines,
            Told, /*IsElsewhere=*/false);
  writeList(OS, Style, "measured outside of the project:", O.Rest.Elsewhere,
            Told, /*IsElsewhere=*/true);
}

} // namespace anomalloc::lint

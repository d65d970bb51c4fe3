//===- TextMeasured.cpp - what was measured, for people -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/FunctionNames.h"
#include "Lint/Writers.h"
#include "Report/Savings.h"
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
      Text += ": " + C.Evidence + "; " + savingText(C);
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
  if (const uint64_t Others = W.Sum.Allocations - W.Alone)
    Parts.push_back((W.Alone ? formatCount(Others) + " of them are"
                             : std::string("all of them are")) +
                    " of findings above");
  if (auto Callers = ArrayRef(W.Hottest).drop_front(); !Callers.empty())
    Parts.push_back("called from " + levelsText(Callers));
  return join(Parts, "; ");
}

static void writeList(raw_ostream &OS, StringRef Title,
                      ArrayRef<Unexplained> Rows,
                      std::set<const MeasuredChange *> &Told,
                      bool IsElsewhere) {
  constexpr size_t Most = 10;
  if (Rows.empty())
    return;
  OS << Title << '\n';
  for (const Unexplained &U : Rows.take_front(Most)) {
    const SourceLevel &L = U.Levels.front();
    std::string Where = L.File.empty() ? "an unknown place" : displayed(L.File);
    if (L.Line)
      Where += ":" + utostr(L.Line);
    OS << "  " << printable(Where) << ": " << U.Sum.phrase();
    if (std::string Text = shareAndDepth(U.Sum, U.Share); !Text.empty())
      OS << ", " << Text;
    if (!L.Function.empty())
      OS << ", in " << printable(collapseTemplates(L.Function));
    OS << '\n';
    if (auto Callers = ArrayRef(U.Levels).drop_front(); !Callers.empty())
      OS << "    called from " << printable(levelsText(Callers)) << '\n';
    for (const std::string &Text : entryTexts(U.Entries, Told))
      OS << "    " << printable(Text) << '\n';
    if (U.Entries.empty() && L.Line && !IsElsewhere)
      OS << "    nor does the report know what would help\n";
  }
  if (Rows.size() > Most)
    OS << "  and " << Rows.size() - Most << " more\n";
}

/// Findings in other places, and what was asked for.
static void writeCauses(raw_ostream &OS, ArrayRef<Finding> Causes) {
  if (Causes.empty())
    return;
  OS << "measured in what was asked for, and the cause lies elsewhere:\n";
  for (const Finding &F : Causes) {
    OS << "  " << printable(displayed(F.At.File)) << ':' << F.At.Line << ':'
       << F.At.Column << ": " << printable(F.Message) << " [" << F.Check
       << "]\n";
    const FindingWeight &W = *F.Recorded;
    OS << "    " << W.Sum.phrase();
    if (std::string Text = shareAndDepth(W.Sum, W.Share); !Text.empty())
      OS << ", " << Text;
    if (!W.Hottest.empty())
      OS << "; " << (W.OfHottest == W.Sum.Allocations ? "all" : "most")
         << " for " << printable(levelsText(ArrayRef(W.Hottest).take_front(1)));
    OS << '\n';
  }
}

void writeRestText(raw_ostream &OS, const Outcome &O,
                   std::set<const MeasuredChange *> &Told) {
  writeCauses(OS, O.Causes);
  writeList(OS, "measured, and no check explains it:", O.Rest.Lines, Told,
            /*IsElsewhere=*/false);
  writeList(OS, "measured outside of the project:", O.Rest.Elsewhere, Told,
            /*IsElsewhere=*/true);
}

} // namespace anomalloc::lint

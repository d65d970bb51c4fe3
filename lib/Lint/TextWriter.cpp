//===- TextWriter.cpp - findings for people -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Writers.h"
#include "Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include <set>

using namespace llvm;

namespace anomalloc::lint {
namespace {

/// Prints a diagnostic as clang does: place, message, line, caret, fix.
class Printer {
public:
  Printer(raw_ostream &OS, const Outcome &O, bool Color)
      : OS(OS), O(O), Color(Color) {}

  void print(const Finding &F) {
    // LLVM has no word for hints.
    if (F.Loud == Level::Warning)
      print(F.At, SourceMgr::DK_Warning, F.Message + " [" + F.Check + "]",
            F.Ranges, F.Fix);
    else
      print(F.At, std::nullopt, "hint: " + F.Message + " [" + F.Check + "]",
            F.Ranges, F.Fix);
    printMeasured(F);
    printEntries(F);
    for (const Note &N : F.Notes)
      print(N.At, SourceMgr::DK_Note, N.Message, {}, {});
  }

private:
  /// At the line that made most of it: it may be far from the finding.
  void printMeasured(const Finding &F) {
    std::string Text = measuredText(F);
    if (Text.empty())
      return;
    const SourceLevel &L = F.Recorded->Hottest.front();
    const SourceText *Source = O.Files->known(L.File);
    Place At = F.At;
    if (Source && L.Line && L.Line <= Source->lines()) {
      const unsigned Column =
          std::clamp<unsigned>(L.Column, 1, Source->line(L.Line).size() + 1);
      At = {L.File, Source->startOfLine(L.Line) + Column - 1, L.Line, Column};
    }
    print(At, SourceMgr::DK_Note, Text, {}, {});
  }

  /// Where the finding was measured, without the line once more.
  void printEntries(const Finding &F) {
    if (!F.Recorded)
      return;
    for (const std::string &Text : entryTexts(F.Recorded->Entries, Told))
      SMDiagnostic(Sources, SMLoc(), printable(displayed(F.At.File)), F.At.Line,
                   /*Col=*/-1, SourceMgr::DK_Note, printable(Text), "", {})
          .print(nullptr, OS, Color);
  }

  void print(const Place &At, std::optional<SourceMgr::DiagKind> Kind,
             const std::string &Message,
             ArrayRef<std::pair<unsigned, unsigned>> Ranges,
             ArrayRef<Edit> Fix) {
    const SourceText *Text = O.Files->known(At.File);
    StringRef Line = Text ? Text->line(At.Line) : "";
    unsigned Start = At.Offset - (At.Column - 1);
    auto LocationOf = [&](unsigned Offset) {
      return SMLoc::getFromPointer(Text->text().data() + Offset);
    };
    std::vector<std::pair<unsigned, unsigned>> Columns;
    std::vector<SMFixIt> Hints;
    if (Text) {
      for (auto [Offset, Length] : Ranges)
        if (Offset >= Start && Offset - Start <= Line.size())
          Columns.push_back(
              {Offset - Start,
               std::min<size_t>(Offset - Start + Length, Line.size())});
      for (const Edit &E : Fix)
        if (E.File == At.File && E.Offset >= Start &&
            E.Offset + E.Length <= Start + Line.size())
          Hints.push_back(SMFixIt(
              SMRange(LocationOf(E.Offset), LocationOf(E.Offset + E.Length)),
              E.Text));
    }
    SMDiagnostic D(Sources, Text ? LocationOf(At.Offset) : SMLoc(),
                   printable(displayed(At.File)), At.Line, At.Column - 1,
                   Kind.value_or(SourceMgr::DK_Remark), printable(Message),
                   Line, Columns, Hints);
    D.print(nullptr, OS, Color, /*ShowKindLabel=*/Kind.has_value());
  }

  raw_ostream &OS;
  const Outcome &O;
  bool Color;
  SourceMgr Sources;

public:
  std::set<const MeasuredChange *> Told; ///< Entries of the report.
};

std::string counted(size_t N, StringRef Singular) {
  return utostr(N) + " " + Singular.str() + (N == 1 ? "" : "s");
}

bool isHint(const Finding &F) { return F.Loud == Level::Hint; }

/// A line each, file by file.
void printShort(raw_ostream &OS, ArrayRef<Finding> Hints) {
  std::vector<const Finding *> ByPlace;
  for (const Finding &F : Hints)
    ByPlace.push_back(&F);
  sort(ByPlace, [](const Finding *A, const Finding *B) {
    return std::tie(A->At.File, A->At.Offset, A->Check, A->Message) <
           std::tie(B->At.File, B->At.Offset, B->Check, B->Message);
  });
  for (const Finding *F : ByPlace)
    OS << printable(displayed(F->At.File)) << ':' << F->At.Line << ':'
       << F->At.Column << ": hint: " << printable(F->Message) << " ["
       << F->Check << "]\n";
}

/// "3 warnings (2 high, 1 low) in 2 files; 5 units checked, ..."
std::string summary(const Outcome &O, ArrayRef<Finding> Warnings,
                    size_t Hints) {
  std::map<Severity, size_t, std::greater<>> BySeverity;
  std::set<StringRef> Files;
  for (const Finding &F : Warnings) {
    ++BySeverity[F.Worth];
    Files.insert(F.At.File);
  }
  std::string Text = Hints ? "no warning" : "no finding";
  if (!Warnings.empty()) {
    std::vector<std::string> Parts;
    for (auto [Worth, Number] : BySeverity)
      Parts.push_back(utostr(Number) + " " + nameOf(Worth).str());
    Text = counted(Warnings.size(), "warning") + " (" + join(Parts, ", ") +
           ") in " + counted(Files.size(), "file");
  }
  Text += "; " + counted(O.UnitsChecked, "unit") + " checked";
  if (!O.Failures.empty())
    Text += ", " + counted(O.Failures.size(), "unit") + " not";
  if (!O.Fixed.empty())
    Text += "; " + counted(O.Fixed.size(), "finding") + " fixed in " +
            counted(O.FixedFiles.size(), "file");
  if (O.InBaseline)
    Text += "; " + utostr(O.InBaseline) + " known from the baseline";
  if (O.Elsewhere)
    Text += "; " + counted(O.Elsewhere, "finding") + " outside of the project";
  return Text;
}

} // namespace

void writeText(raw_ostream &OS, const Outcome &O, bool Color) {
  if (Color) { // also into a pipe, if that was asked for
    OS.enable_colors(true);
    WithColor::setAutoDetectFunction([](const raw_ostream &) { return true; });
  }
  Printer P(OS, O, Color);
  auto All = ArrayRef(O.Findings);
  ArrayRef<Finding> Warnings = All.take_until(isHint);
  ArrayRef<Finding> Hints = All.drop_front(Warnings.size());
  for (const Finding &F : Warnings)
    P.print(F);
  if (O.HintsInFull)
    for (const Finding &F : Hints)
      P.print(F);
  else if (O.ShowHints)
    printShort(OS, Hints);
  for (const Finding &F : O.Fixed)
    OS << printable(displayed(F.At.File)) << ':' << F.At.Line << ':'
       << F.At.Column << ": fixed: " << printable(F.Message) << " [" << F.Check
       << "]\n";
  writeRestText(OS, O, P.Told);
  OS << summary(O, Warnings, Hints.size()) << '\n';
  if (!Hints.empty())
    OS << counted(Hints.size(), "hint")
       << (O.ShowHints || O.HintsInFull ? "\n" : ": --hints\n");
  if (O.ColdFiles)
    OS << counted(O.ColdFiles, "file")
       << " left out as cold (tests, examples, benchmarks): --cold-files\n";
  if (O.OtherLanguage)
    OS << counted(O.OtherLanguage, "file")
       << " left out as no C++: the checks know no other language\n";
}

} // namespace anomalloc::lint

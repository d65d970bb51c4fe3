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
    print(F.At, SourceMgr::DK_Warning, F.Message + " [" + F.Check + "]",
          F.Ranges, F.Fix);
    for (const Note &N : F.Notes)
      print(N.At, SourceMgr::DK_Note, N.Message, {}, {});
  }

private:
  void print(const Place &At, SourceMgr::DiagKind Kind, StringRef Message,
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
                   printable(displayed(At.File)), At.Line, At.Column - 1, Kind,
                   printable(Message), Line, Columns, Hints);
    D.print(nullptr, OS, Color);
  }

  raw_ostream &OS;
  const Outcome &O;
  bool Color;
  SourceMgr Sources;
};

std::string counted(size_t N, StringRef Singular) {
  return utostr(N) + " " + Singular.str() + (N == 1 ? "" : "s");
}

/// "3 findings (2 high, 1 low) in 2 files; 5 units checked, ..."
std::string summary(const Outcome &O) {
  std::map<Severity, size_t, std::greater<>> BySeverity;
  std::set<StringRef> Files;
  for (const Finding &F : O.Findings) {
    ++BySeverity[F.Worth];
    Files.insert(F.At.File);
  }
  std::string Text = "no finding";
  if (!O.Findings.empty()) {
    std::vector<std::string> Parts;
    for (auto [Worth, Number] : BySeverity)
      Parts.push_back(utostr(Number) + " " + nameOf(Worth).str());
    Text = counted(O.Findings.size(), "finding") + " (" + join(Parts, ", ") +
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
  return Text;
}

} // namespace

void writeText(raw_ostream &OS, const Outcome &O, bool Color) {
  if (Color) { // also into a pipe, if that was asked for
    OS.enable_colors(true);
    WithColor::setAutoDetectFunction([](const raw_ostream &) { return true; });
  }
  Printer P(OS, O, Color);
  for (const Finding &F : O.Findings)
    P.print(F);
  for (const Finding &F : O.Fixed)
    OS << printable(displayed(F.At.File)) << ':' << F.At.Line << ':'
       << F.At.Column << ": fixed: " << printable(F.Message) << " [" << F.Check
       << "]\n";
  OS << summary(O) << '\n';
}

} // namespace anomalloc::lint

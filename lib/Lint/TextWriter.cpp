//===- TextWriter.cpp - findings for people -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Project.h"
#include "Lint/Writers.h"
#include "Report/text/Columns.h"
#include "Report/text/Paragraph.h"
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
  Printer(raw_ostream &OS, const Outcome &O, const TextStyle &Style)
      : OS(OS), O(O), Style(Style) {}

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
    const std::string File = printable(displayed(F.At.File));
    const std::string Where = File + ":" + utostr(F.At.Line) + ": note: ";
    for (const std::string &Text : entryTexts(F.Recorded->Entries, Told))
      SMDiagnostic(Sources, SMLoc(), File, F.At.Line,
                   /*Col=*/-1, SourceMgr::DK_Note, wrapped(Where, Text), "", {})
          .print(nullptr, OS, Style.Color);
  }

  /// \p Message, printable, as it goes on behind \p Start in the same line.
  std::string wrapped(StringRef Start, const std::string &Message) const {
    TextStyle Plain;
    Plain.Width = Style.Width;
    std::string Lines;
    raw_string_ostream Stream(Lines);
    Paragraph(0, Hanging)
        .behind(columnsOf(Start))
        .keepWords()
        .add(printable(Message))
        .print(Stream, Plain);
    Lines.pop_back(); // LLVM ends the last one.
    return Lines;
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
    const std::string File = printable(displayed(At.File));
    std::string Before =
        File + ":" + utostr(At.Line) + ":" + utostr(At.Column) + ": ";
    if (Kind)
      Before += *Kind == SourceMgr::DK_Note ? "note: " : "warning: ";
    SMDiagnostic D(Sources, Text ? LocationOf(At.Offset) : SMLoc(), File,
                   At.Line, At.Column - 1, Kind.value_or(SourceMgr::DK_Remark),
                   wrapped(Before, Message), Line, Columns, Hints);
    D.print(nullptr, OS, Style.Color, /*ShowKindLabel=*/Kind.has_value());
  }

  raw_ostream &OS;
  const Outcome &O;
  const TextStyle &Style;
  SourceMgr Sources;

public:
  std::set<const MeasuredChange *> Told; ///< Entries of the report.
};

std::string counted(size_t N, StringRef Singular) {
  return utostr(N) + " " + Singular.str() + (N == 1 ? "" : "s");
}

bool isHint(const Finding &F) { return F.Loud == Level::Hint; }

/// One behind the other, file by file.
void printShort(raw_ostream &OS, const TextStyle &Style,
                ArrayRef<Finding> Hints) {
  std::vector<const Finding *> ByPlace;
  for (const Finding &F : Hints)
    ByPlace.push_back(&F);
  sort(ByPlace, [](const Finding *A, const Finding *B) {
    return std::tie(A->At.File, A->At.Offset, A->Check, A->Message) <
           std::tie(B->At.File, B->At.Offset, B->Check, B->Message);
  });
  for (const Finding *F : ByPlace)
    writeOneLine(OS, Style, *F, 0, "hint: ");
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

void writeOneLine(raw_ostream &OS, const TextStyle &Style, const Finding &F,
                  size_t Indent, StringRef Kind) {
  Paragraph(Indent, Indent + Hanging)
      .keepWords()
      .add(printable(displayed(F.At.File)) + ":" + Twine(F.At.Line) + ":" +
           Twine(F.At.Column) + ": " + Kind + printable(F.Message) + " [" +
           F.Check + "]")
      .print(OS, Style);
}

void writeText(raw_ostream &OS, const Outcome &O, const TextStyle &Style) {
  if (Style.Color) { // also into a pipe, if that was asked for
    OS.enable_colors(true);
    WithColor::setAutoDetectFunction([](const raw_ostream &) { return true; });
  }
  Printer P(OS, O, Style);
  auto All = ArrayRef(O.Findings);
  ArrayRef<Finding> Warnings = All.take_until(isHint);
  ArrayRef<Finding> Hints = All.drop_front(Warnings.size());
  for (const Finding &F : Warnings)
    P.print(F);
  if (O.HintsInFull)
    for (const Finding &F : Hints)
      P.print(F);
  else if (O.ShowHints)
    printShort(OS, Style, Hints);
  for (const Finding &F : O.Fixed)
    writeOneLine(OS, Style, F, 0, "fixed: ");
  writeRestText(OS, O, Style, P.Told);
  auto Say = [&](const Twine &Text) {
    Paragraph().keepWords().add(Text).print(OS, Style);
  };
  Say(summary(O, Warnings, Hints.size()));
  if (!Hints.empty())
    Say(counted(Hints.size(), "hint") +
        (O.ShowHints || O.HintsInFull ? "" : ": --hints"));
  if (O.ColdFiles)
    Say(counted(O.ColdFiles, "file") +
        " left out as cold (tests, examples, benchmarks): --cold-files");
  if (O.OtherLanguage)
    Say(counted(O.OtherLanguage, "file") +
        " left out as no C++: the checks know no other language");
}

} // namespace anomalloc::lint

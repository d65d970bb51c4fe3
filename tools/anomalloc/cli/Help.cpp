//===- Help.cpp - the text of --help --------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/Paragraph.h"
#include "cli/Command.h"
#include "cli/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Prints \p Text from column \p At on, broken at spaces, indented by \p
/// Indent.
void printWrapped(raw_ostream &OS, StringRef Text, size_t At, size_t Indent) {
  constexpr size_t Usual = 80;
  TextStyle Style;
  Style.Width = terminalWidth(Usual).value_or(Usual);
  OS.indent(Indent > At ? Indent - At : 0);
  Paragraph(Indent, Indent)
      .behind(std::max(At, Indent))
      .keepWords()
      .add(Text)
      .print(OS, Style);
}

void printOption(raw_ostream &OS, const Option &O) {
  constexpr size_t Indent = 26;
  std::string Left = "  --" + O.Name;
  if (StringRef(O.Value).starts_with("["))
    Left += O.Value;
  else if (!O.Value.empty())
    Left += "=" + O.Value;
  OS << Left;
  size_t At = Left.size();
  if (At + 2 > Indent) {
    OS << '\n';
    At = 0;
  }
  printWrapped(OS, O.Help, At, Indent);
  size_t Longest = 0;
  for (const OptionWord &Word : O.Words)
    Longest = std::max(Longest, Word.Name.size());
  for (const OptionWord &Word : O.Words)
    if (!Word.Help.empty()) {
      OS.indent(Indent) << Word.Name;
      printWrapped(OS, Word.Help, Indent + Word.Name.size(),
                   Indent + Longest + 2);
    }
}

} // namespace

void printHelp(raw_ostream &OS, Command &C) {
  CommandInfo Info = C.info();
  OptionSet Options;
  C.addOptions(Options);
  OS << "anomalloc " << Info.Name << ": " << Info.Summary
     << "\n\nusage: anomalloc " << Info.Name
     << (Options.size() ? " [options] " : " ") << Info.Arguments << "\n\n";
  SmallVector<StringRef, 8> Paragraphs;
  StringRef(Info.Description).split(Paragraphs, "\n\n");
  for (StringRef Paragraph : Paragraphs) {
    std::string Line = Paragraph.str();
    std::replace(Line.begin(), Line.end(), '\n', ' ');
    printWrapped(OS, Line, 0, 0);
    OS << '\n';
  }
  std::string Group = "none yet";
  for (const Option &O : Options.options()) {
    if (O.Group != Group) {
      if (Group != "none yet")
        OS << '\n';
      OS << (O.Group.empty() ? "options" : O.Group) << ":\n";
      Group = O.Group;
    }
    printOption(OS, O);
  }
  if (Options.size())
    OS << '\n';
  SmallVector<StringRef, 8> Lines;
  StringRef(Info.Example).split(Lines, '\n');
  OS << (Lines.size() == 1 ? "example:\n" : "examples:\n");
  for (StringRef Line : Lines)
    OS << "  " << Line << '\n';
  OS << '\n';
  printWrapped(OS,
               *Info.ExitCodes
                   ? StringRef(Info.ExitCodes)
                   : StringRef("exit code: 0 done, 1 a problem with "
                               "the input, 2 a wrong command line"),
               0, 0);
}

void printOverview(raw_ostream &OS) {
  OS << "anomalloc: finds, measures and tames memory allocation anomalies in C "
        "and C++\n\nusage: anomalloc VERB [options] [arguments]\n";
  for (const VerbGroup &Group : verbGroups()) {
    OS << '\n' << Group.Heading << ":\n";
    for (Command *C : Group.Verbs)
      OS << formatv("  {0,-17} {1}\n", C->info().Name, C->info().Summary);
  }
  OS << R"(
'anomalloc VERB --help' tells more of a verb; 'anomalloc --version' the version.

from source to tables:
  anomalloc c++ -O2 -g -o program program.cpp
  anomalloc record ./program
  anomalloc report program.*.anomalloc
)";
}

} // namespace anomalloc

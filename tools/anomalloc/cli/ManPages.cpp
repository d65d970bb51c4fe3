//===- ManPages.cpp - manual pages, as roff -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/DocsPages.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

std::string spelling(const Option &O) {
  if (O.Value.empty() || O.Value.front() == '[')
    return "--" + O.Name + O.Value;
  return "--" + O.Name + "=" + O.Value;
}

std::vector<std::string> paragraphs(StringRef Text) {
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, "\n\n");
  std::vector<std::string> Lines;
  for (StringRef Part : Parts) {
    Lines.push_back(Part.str());
    std::replace(Lines.back().begin(), Lines.back().end(), '\n', ' ');
  }
  return Lines;
}

/// Text that roff takes literally.
static std::string inRoff(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == '\\')
      Out += "\\e";
    else if (C == '-')
      Out += "\\-";
    else
      Out += C;
  }
  // A line that begins with a dot or a quote would be a request.
  if (!Out.empty() && (Out[0] == '.' || Out[0] == '\''))
    Out.insert(0, "\\&");
  return Out;
}

static void writeHead(raw_ostream &OS, StringRef Name, StringRef Summary) {
  std::string Upper = Name.upper();
  OS << ".TH \"" << Upper << "\" 1 \"\" \"Anomalloc " ANOMALLOC_VERSION "\"\n"
     << ".SH NAME\n"
     << inRoff(Name) << " \\- " << inRoff(Summary) << '\n'
     << ".SH SYNOPSIS\n";
}

static void writeExample(raw_ostream &OS, StringRef Example) {
  OS << ".SH EXAMPLES\n.nf\n";
  SmallVector<StringRef, 8> Lines;
  Example.split(Lines, '\n');
  for (StringRef Line : Lines)
    OS << inRoff(Line) << '\n';
  OS << ".fi\n";
}

void writeManPage(raw_ostream &OS, Command &C) {
  CommandInfo Info = C.info();
  OptionSet Options;
  C.addOptions(Options);
  writeHead(OS, std::string("anomalloc-") + Info.Name, Info.Summary);
  OS << ".B anomalloc " << inRoff(Info.Name) << '\n'
     << (Options.size() ? "[options] " : "") << inRoff(Info.Arguments) << '\n'
     << ".SH DESCRIPTION\n";
  for (const std::string &Paragraph : paragraphs(Info.Description))
    OS << inRoff(Paragraph) << "\n.PP\n";
  if (Options.size())
    OS << ".SH OPTIONS\n";
  std::string Group;
  for (const Option &O : Options.options()) {
    if (O.Group != Group)
      OS << ".SS " << inRoff(O.Group) << '\n';
    Group = O.Group;
    OS << ".TP\n.B " << inRoff(spelling(O)) << '\n' << inRoff(O.Help) << '\n';
    for (const OptionWord &Word : O.Words)
      if (!Word.Help.empty())
        OS << ".br\n.B " << inRoff(Word.Name) << "\n\\- " << inRoff(Word.Help)
           << '\n';
  }
  writeExample(OS, Info.Example);
  OS << ".SH EXIT STATUS\n";
  if (*Info.ExitCodes)
    OS << inRoff(StringRef(Info.ExitCodes).split(": ").second) << ".\n";
  else
    OS << "0: done. 1: a problem with the input. 2: a wrong command line.\n";
  OS << ".SH SEE ALSO\n.BR anomalloc (1)\n";
}

void writeManOverview(raw_ostream &OS) {
  writeHead(OS, "anomalloc",
            "finds, measures and tames memory allocation anomalies");
  OS << ".B anomalloc\n.I VERB\n[options] [arguments]\n.SH VERBS\n";
  for (const VerbGroup &Group : verbGroups()) {
    OS << ".SS " << inRoff(Group.Heading) << '\n';
    for (Command *C : Group.Verbs)
      OS << ".TP\n.B " << inRoff(C->info().Name) << '\n'
         << inRoff(C->info().Summary) << ". See\n.BR anomalloc\\-"
         << inRoff(C->info().Name) << " (1).\n";
  }
  writeExample(OS, "anomalloc c++ -O2 -g -o program program.cpp\n"
                   "anomalloc record ./program\n"
                   "anomalloc report program.*.anomalloc");
}

} // namespace anomalloc

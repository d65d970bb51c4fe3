//===- ZshCompletion.cpp - zsh completes the command line -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Completion.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

/// Inside of '...', with \p Special escaped for _arguments and _describe.
static std::string quoted(StringRef Text, StringRef Special) {
  std::string Out;
  for (char C : Text) {
    if (C == '\'')
      Out += "'\\''";
    else if (Special.contains(C))
      (Out += '\\') += C;
    else
      Out += C;
  }
  return Out;
}

/// What _arguments does for a value.
static std::string action(Completes Kind, ArrayRef<OptionWord> Words) {
  std::vector<std::string> Names;
  for (const OptionWord &Word : Words)
    Names.push_back(Word.Name);
  switch (Kind) {
  case Completes::Nothing:
    break;
  case Completes::Words:
    return "(" + join(Names, " ") + ")";
  case Completes::List:
    return "_sequence compadd - " + join(Names, " ");
  case Completes::Files:
    return "_files";
  case Completes::Folders:
    return "_files -/";
  case Completes::Program:
    return "_normal";
  }
  return " ";
}

/// \p Name: "--output=" or "-o+", as _arguments wants it.
static void writeOption(raw_ostream &OS, StringRef Name, const Option &O) {
  OS << " \\\n      '*" << Name;
  OS << '[' << quoted(O.Help, "[]\\") << ']';
  if (!O.Value.empty())
    OS << (hasOptionalValue(O) ? "::" : ":")
       << quoted(StringRef(O.Value).trim("[=]"), ":\\") << ':'
       << action(valueOf(O), wordsOf(O));
  OS << '\'';
}

static void writeOption(raw_ostream &OS, const Option &O) {
  bool IsFlag = O.Value.empty();
  writeOption(OS,
              "--" + O.Name +
                  (IsFlag                ? ""
                   : hasOptionalValue(O) ? "=-"
                                         : "="),
              O);
  for (const ShortName &Short : shortNames())
    if (Short.isOf(O))
      writeOption(OS, Short.Letter.str() + (IsFlag ? "" : "+"), O);
}

void writeZshCompletion(raw_ostream &OS) {
  OS << "#compdef anomalloc\n# zsh completion for anomalloc; made by "
        "'anomalloc docs --format=zsh'.\n\n"
        "_anomalloc() {\n"
        "  local curcontext=$curcontext state line\n"
        "  local -A opt_args\n"
        "  local -a verbs=(\n";
  auto Verbs = completedVerbs();
  for (const auto &V : Verbs)
    OS << "    '" << quoted(V->Info.Name, ":\\") << ':'
       << quoted(V->Info.Summary, "\\") << "'\n";
  OS << "    'help:show the help of a verb'\n  )\n"
        "  _arguments -C '(- *)--help[show the verbs]' "
        "'(- *)--version[show the version]' \\\n"
        "    '1:verb:->verb' '*::argument:->rest' && return\n"
        "  case $state in\n"
        "  verb) _describe verb verbs ;;\n"
        "  rest)\n"
        "    curcontext=${curcontext%:*:*}:anomalloc-$line[1]:\n"
        "    case $line[1] in\n"
        "    help) _describe verb verbs ;;\n";
  for (const auto &V : Verbs) {
    OS << "    " << V->Info.Name << ")\n      _arguments";
    for (const Option &O : V->Options.options())
      writeOption(OS, O);
    switch (Completes Kind = argumentsOf(*V->C)) {
    case Completes::Nothing:
      break;
    case Completes::Program:
      OS << " \\\n      '(-)1:program: _command_names -e' "
            "'*::argument:_normal'";
      break;
    default:
      OS << " \\\n      '*:argument:" << action(Kind, {}) << '\'';
    }
    OS << "\n      ;;\n";
  }
  OS << "    esac\n    ;;\n  esac\n}\n\n"
        "# As an autoloaded function, and where the file is sourced.\n"
        "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n"
        "  _anomalloc \"$@\"\nelse\n  compdef _anomalloc anomalloc\nfi\n";
}

} // namespace anomalloc

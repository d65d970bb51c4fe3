//===- FishCompletion.cpp - fish completes the command line ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Completion.h"

using namespace llvm;

namespace anomalloc {

static std::string quoted(StringRef Text) {
  std::string Out = "'";
  for (char C : Text) {
    if (C == '\'' || C == '\\')
      Out += '\\';
    Out += C;
  }
  return Out + "'";
}

static std::string joined(ArrayRef<OptionWord> Words) {
  std::string Out;
  for (const OptionWord &Word : Words)
    Out += (Out.empty() ? "" : " ") + Word.Name;
  return Out;
}

/// What 'complete' is told of a place.
static std::string completer(Completes Kind, ArrayRef<OptionWord> Words) {
  switch (Kind) {
  case Completes::Nothing:
    break;
  case Completes::Words:
    return " -x -a " + quoted(joined(Words));
  case Completes::List:
    return " -x -a " + quoted("(__fish_append , " + joined(Words) + ")");
  case Completes::Files:
    return " -r -F";
  case Completes::Folders:
    return " -x -a '(__fish_complete_directories)'";
  case Completes::Program:
    return " -x -a '(__fish_complete_subcommand)'";
  }
  return " -x";
}

void writeFishCompletion(raw_ostream &OS) {
  OS << R"fish(# fish completion for anomalloc; made by 'anomalloc docs --format=fish'.

# Whether the verb is $argv, "" for none yet.
function __anomalloc_verb_is
    set -l words (commandline -opc)
    if test (count $words) -lt 2
        test -z "$argv[1]"
    else
        test "$words[2]" = "$argv[1]"
    end
end

complete -c anomalloc -f
complete -c anomalloc -n '__anomalloc_verb_is ""' -l help -d 'show the verbs'
complete -c anomalloc -n '__anomalloc_verb_is ""' -l version -d 'show the version'
complete -c anomalloc -n '__anomalloc_verb_is ""' -a help -d 'show the help of a verb'
)fish";
  for (const auto &V : completedVerbs()) {
    StringRef Name = V->Info.Name;
    std::string Start =
        ("complete -c anomalloc -n '__anomalloc_verb_is " + Name + "'").str();
    OS << "\ncomplete -c anomalloc -n '__anomalloc_verb_is \"\"' -a " << Name
       << " -d " << quoted(V->Info.Summary)
       << "\ncomplete -c anomalloc -n '__anomalloc_verb_is help' -a " << Name
       << " -d " << quoted(V->Info.Summary) << '\n';
    Completes Kind = argumentsOf(*V->C);
    if (Kind == Completes::Files)
      OS << Start << " -F\n";
    else if (Kind != Completes::Nothing)
      OS << Start << completer(Kind, {}) << '\n';
    for (const Option &O : V->Options.options()) {
      OS << Start << " -l " << O.Name;
      for (const ShortName &Short : shortNames())
        if (Short.isOf(O))
          OS << " -s " << Short.Letter.drop_front();
      // A value that may be missing is none for fish, which would wait for it.
      if (!O.Value.empty() && !hasOptionalValue(O))
        OS << completer(valueOf(O), wordsOf(O));
      OS << " -d " << quoted(O.Help) << '\n';
    }
  }
}

} // namespace anomalloc

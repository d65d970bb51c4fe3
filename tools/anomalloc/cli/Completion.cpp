//===- Completion.cpp - what a shell completes ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Completion.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace anomalloc {

bool hasOptionalValue(const Option &O) {
  return StringRef(O.Value).starts_with("[");
}

std::vector<OptionWord> wordsOf(const Option &O) {
  if (!O.Words.empty() || !hasOptionalValue(O))
    return O.Words;
  std::vector<OptionWord> Words; // [=0|1]
  SmallVector<StringRef, 2> Names;
  StringRef(O.Value).trim("[=]").split(Names, '|');
  for (StringRef Name : Names)
    Words.push_back({Name.str(), ""});
  return Words;
}

Completes valueOf(const Option &O) {
  if (!wordsOf(O).empty())
    return O.IsList ? Completes::List : Completes::Words;
  // What stands for a value in help says what it is.
  return StringSwitch<Completes>(O.Value)
      .Cases("DIR", "FOLDER", Completes::Folders)
      .Cases("FILE", "PATH", "OBJECT", Completes::Files)
      .Cases("SITE", "SITE,...", "TEXT", Completes::Files)
      .Default(Completes::Nothing);
}

Completes argumentsOf(const Command &C) {
  CommandInfo Info = C.info();
  StringRef Arguments = Info.Arguments;
  if (Info.PassesArguments && Arguments.contains("PROGRAM"))
    return Completes::Program;
  return Arguments.empty() ? Completes::Nothing : Completes::Files;
}

CompletedVerb::CompletedVerb(Command &C) : C(&C), Info(C.info()) {
  C.addOptions(Options);
  Options.flag("help", "show this help", Help);
}

std::vector<std::unique_ptr<CompletedVerb>> completedVerbs() {
  std::vector<std::unique_ptr<CompletedVerb>> Verbs;
  for (Command *C : shownCommands())
    Verbs.push_back(std::make_unique<CompletedVerb>(*C));
  return Verbs;
}

} // namespace anomalloc

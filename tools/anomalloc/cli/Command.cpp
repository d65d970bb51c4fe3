//===- Command.cpp - the verbs, and how one is run ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Command.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {

char UsageError::ID;

Command::~Command() = default;

/// Not a global object: verbs register before globals of this file are made.
static std::vector<Command *> &registry() {
  static std::vector<Command *> Commands;
  return Commands;
}

void detail::addCommand(Command &C) { registry().push_back(&C); }

std::vector<VerbGroup> verbGroups() {
  std::vector<VerbGroup> Groups;
#define ANOMALLOC_VERB_GROUP(Heading) Groups.push_back({Heading, {}});
#define ANOMALLOC_VERB(Name) Groups.back().Verbs.push_back(findCommand(Name));
#include "Verbs.def"
  return Groups;
}

std::vector<Command *> shownCommands() {
  std::vector<Command *> All;
  for (const VerbGroup &Group : verbGroups())
    append_range(All, Group.Verbs);
  return All;
}

Command *findCommand(StringRef Name) {
  for (Command *C : registry())
    if (Name == C->info().Name)
      return C;
  return nullptr;
}

Expected<int> runCommand(Command &C, ArrayRef<StringRef> Arguments) {
  bool Passes = C.info().PassesArguments;
  OptionSet Options;
  C.addOptions(Options);
  bool Help = false;
  Options.flag("help", "show this help", Help);
  // A compiler has a --help of its own, but hardly with nothing else.
  if (Passes && Options.size() == 1 &&
      !(Arguments.size() == 1 && Arguments[0] == "--help"))
    return C.run(Arguments);

  std::vector<StringRef> Rest;
  if (Error E = Options.parse(Arguments, /*StopAtFirst=*/Passes).moveInto(Rest))
    return std::move(E);
  if (Help) {
    printHelp(outs(), C);
    return ExitSuccess;
  }
  return C.run(Rest);
}

} // namespace anomalloc

//===- Completion.h - what a shell completes --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_COMPLETION_H
#define ANOMALLOC_ANOMALLOC_CLI_COMPLETION_H

#include "cli/Command.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

/// What a shell may offer for one word of the command line.
enum class Completes {
  Nothing, ///< Also for numbers and patterns, which no table knows.
  Words,   ///< One of a few words.
  List,    ///< Some of a few words, with commas between.
  Files,
  Folders,
  Program ///< Another command line.
};

/// The kind of value that an option takes; Nothing for a flag.
Completes valueOf(const Option &O);
/// Whether the value of \p O can only stand behind '='.
bool hasOptionalValue(const Option &O);
/// The values of \p O, as a person types them.
std::vector<OptionWord> wordsOf(const Option &O);
/// The kind of arguments that stand behind the options of \p C.
Completes argumentsOf(const Command &C);

/// A verb with its options, --help among them.
struct CompletedVerb {
  explicit CompletedVerb(Command &C);
  Command *C;
  CommandInfo Info;
  OptionSet Options;
  bool Help = false;
};
/// All verbs that are not hidden.
std::vector<std::unique_ptr<CompletedVerb>> completedVerbs();

/// Writes a script that makes a shell complete the command line. It is made
/// from the tables of options. The script is static: it runs nothing of
/// Anomalloc when somebody presses Tab.
void writeBashCompletion(llvm::raw_ostream &OS);
void writeZshCompletion(llvm::raw_ostream &OS);
void writeFishCompletion(llvm::raw_ostream &OS);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_COMPLETION_H

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

/// What may stand in a place of the command line.
enum class Completes {
  Nothing, ///< Or what no table knows: numbers, patterns.
  Words,   ///< One of a few.
  List,    ///< Some of a few, with commas between.
  Files,
  Folders,
  Program ///< Another command line.
};

/// What an option takes; of a flag, Nothing.
Completes valueOf(const Option &O);
/// Whether its value can only stand behind '='.
bool hasOptionalValue(const Option &O);
/// Its words, as a person types them.
std::vector<OptionWord> wordsOf(const Option &O);
/// What stands behind the options of \p C.
Completes argumentsOf(const Command &C);

/// A verb with its options, --help among them.
struct CompletedVerb {
  explicit CompletedVerb(Command &C);
  Command *C;
  CommandInfo Info;
  OptionSet Options;
  bool Help = false;
};
/// All that are not hidden, by name.
std::vector<std::unique_ptr<CompletedVerb>> completedVerbs();

/// Scripts that make a shell complete the command line, from the tables of
/// options. Static: nothing of Anomalloc runs when somebody presses Tab.
void writeBashCompletion(llvm::raw_ostream &OS);
void writeZshCompletion(llvm::raw_ostream &OS);
void writeFishCompletion(llvm::raw_ostream &OS);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_COMPLETION_H

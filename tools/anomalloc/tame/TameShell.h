//===- TameShell.h - runs the user's commands -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMESHELL_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMESHELL_H

#include "tame/TameFolder.h"
#include "tame/TameTree.h"

namespace anomalloc {

/// How a command ended.
struct ShellEnd {
  std::string Why;      ///< "exit code 2", "signal 9", ...; "": it succeeded.
  uint64_t Seconds = 0; ///< From its start to its end, rounded up.
  uint64_t CpuNanoseconds = 0; ///< User and system time, with its children.
  bool succeeded() const { return Why.empty(); }
};

struct ShellCommand {
  std::string Text;                        ///< For /bin/sh.
  std::vector<std::string> Variables = {}; ///< NAME=VALUE, set for it.
  /// A file for standard output; "": it goes where errors go.
  std::string Output = "";
  uint64_t Seconds = 0;       ///< Time limit; 0: none.
  CommandLine Arguments = {}; ///< "$1" and so on.
};

/// Runs commands at the top of the work tree, without standard input. What the
/// last one printed as errors stands in the file "log" of the work folder.
class TameShell {
public:
  TameShell(const TameTree &Tree, const TameFolder &Folder,
            const TemporaryFolder &Scratch)
      : Tree(Tree), Folder(Folder), Scratch(Scratch) {}

  /// Runs the command to its end. An error only says that we were interrupted,
  /// or that there is no shell. A command that the limit ends is killed with
  /// its children.
  llvm::Expected<ShellEnd> run(const ShellCommand &Command) const;

  /// The last lines of the log that are not empty, the first of them an error
  /// of a compiler if there is one; joined by "; ".
  std::string endOfLog() const;

private:
  const TameTree &Tree;
  const TameFolder &Folder;
  const TemporaryFolder &Scratch;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMESHELL_H

//===- ProfilePlace.h - where a run writes its profiles ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With --output, all processes of a run write where that says. Without, the
/// program writes into the current folder, as "solver.4711.anomalloc", and its
/// children into a folder of the run's own beside it, which the first of them
/// makes: "solver.4711.children".
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_PROFILEPLACE_H
#define ANOMALLOC_ANOMALLOC_RECORD_PROFILEPLACE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <sys/types.h>
#include <vector>

namespace anomalloc {

/// The profiles of one run.
struct WrittenProfiles {
  std::vector<std::string> Files; ///< All but those in ChildFolder.
  std::string ChildFolder;        ///< "": there is none.
  std::vector<std::string> InChildFolder;
  /// Files and ChildFolder as arguments in a shell.
  std::string AsArguments;
  /// Those of the programs that are called \p Program, \p Own, likewise.
  std::string argumentsOf(llvm::StringRef Program,
                          llvm::ArrayRef<std::string> Own) const;
  std::string Pattern; ///< Of the names of Files.

  bool empty() const { return Files.empty() && InChildFolder.empty(); }
};

class ProfilePlace {
public:
  /// \p Options is a text like ANOMALLOC_OPTIONS, \p Image the executable that
  /// will run.
  ProfilePlace(llvm::StringRef Options, llvm::StringRef Image);

  /// Whether the program's profile can be written: its folder is there, may be
  /// written to, and has room for what the runtime begins with.
  llvm::Error check() const;

  /// Where the process \p Pid of the program writes.
  std::string expanded(llvm::StringRef Pid) const;

  /// Adds to \p Options what the runtime must know, once the program's process
  /// id is known.
  void addOptions(std::string &Options, pid_t Main) const;

  /// What the run of \p Main wrote since the time \p Since (OutputPattern.h).
  WrittenProfiles find(pid_t Main, uint64_t Since) const;

private:
  std::string Output;   ///< As the user gave it, or the default.
  std::string Children; ///< The same; "": as Output.
  std::string Program;  ///< What %n stands for.
  bool HasFolder = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_PROFILEPLACE_H

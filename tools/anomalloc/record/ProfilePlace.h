//===- ProfilePlace.h - where a run writes its profiles ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With --output, all processes of a run write to the place that it names.
/// Without it, the program writes "solver.4711.anomalloc" into the current
/// folder. The program's children write into the folder "solver.4711.children"
/// beside it. Each run has a folder of its own, which the first child makes.
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
  std::vector<std::string> Files; ///< All profiles outside of ChildFolder.
  std::string ChildFolder;        ///< "": there is none.
  std::vector<std::string> InChildFolder;
  /// Files and ChildFolder as arguments in a shell.
  std::string AsArguments;
  /// \p Own as arguments in a shell. These are the profiles of the programs
  /// with the name \p Program.
  std::string argumentsOf(llvm::StringRef Program,
                          llvm::ArrayRef<std::string> Own) const;
  std::string Pattern; ///< The pattern of the names of Files.

  /// Adds the profile \p Path, unless it is there. False, and does nothing, if
  /// it is none of \p Possible.
  bool add(llvm::StringRef Path, const WrittenProfiles &Possible);

  bool empty() const { return Files.empty() && InChildFolder.empty(); }
};

class ProfilePlace {
public:
  /// \p Options is a text like ANOMALLOC_OPTIONS, \p Image the executable that
  /// will run.
  ProfilePlace(llvm::StringRef Options, llvm::StringRef Image);

  /// Checks that the program's profile can be written. Its folder must exist,
  /// be writable, and have room for the file with which the runtime begins.
  llvm::Error check() const;

  /// Where the process \p Pid of the program writes.
  std::string expanded(llvm::StringRef Pid) const;

  /// Adds to \p Options the runtime's options that say where profiles are
  /// written. \p Main is the program's process id.
  void addOptions(std::string &Options, pid_t Main) const;

  /// Adds to \p Options where a process writes that runs already.
  void addOutput(std::string &Options) const;

  /// The profiles of the run whose program has the process id \p Main. \p Since
  /// is as for findProfiles() (OutputPattern.h).
  WrittenProfiles find(pid_t Main, uint64_t Since) const;

private:
  std::string Output;   ///< As the user gave it, or the default.
  std::string Children; ///< For children; "": as Output.
  std::string Program;  ///< What %n stands for.
  bool HasFolder = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_PROFILEPLACE_H

//===- Inputs.h - the profiles that a verb reads ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_INPUTS_INPUTS_H
#define ANOMALLOC_ANOMALLOC_INPUTS_INPUTS_H

#include "Profile/Profile.h"
#include "cli/OptionSet.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace anomalloc {

struct InputOptions {
  /// Warn of files that cannot be read, and go on.
  bool KeepGoing = false;
  bool KeepLanes = false;
  /// The model becomes a file. The rows of sampled profiles stay as they are:
  /// what was drawn. Parallel regions keep the names that identify them.
  bool ForFile = false;

  /// Adds --keep-going.
  void addOptions(OptionSet &O);
};

/// Reads and adds up \p Paths, which are profiles and folders of profiles. If
/// there are many, shows the progress on a terminal. Of sampled profiles, makes
/// estimates (scaleSamples) and says so.
llvm::Expected<std::unique_ptr<Profile>>
readInputs(llvm::ArrayRef<llvm::StringRef> Paths, const InputOptions &Options);

/// Reads the profiles of \p Paths one by one, with their threads. Calls \p Take
/// with each.
llvm::Error readEachInput(llvm::ArrayRef<llvm::StringRef> Paths,
                          const InputOptions &Options,
                          llvm::function_ref<llvm::Error(Profile &)> Take);

/// Warns that the objects \p Paths have changed since the run.
void warnOfChanged(llvm::ArrayRef<std::string> Paths);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_INPUTS_H

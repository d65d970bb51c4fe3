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

  /// Adds --keep-going.
  void addOptions(OptionSet &O);
};

/// Reads and adds up \p Paths, profiles and folders of such, with progress on a
/// terminal if there are many.
llvm::Expected<std::unique_ptr<Profile>>
readInputs(llvm::ArrayRef<llvm::StringRef> Paths, const InputOptions &Options);

/// Reads the same one by one, with their threads, and hands each to \p Take.
llvm::Error readEachInput(llvm::ArrayRef<llvm::StringRef> Paths,
                          const InputOptions &Options,
                          llvm::function_ref<llvm::Error(Profile &)> Take);

/// Warns of objects, named by \p Paths, that are no longer those of the run.
void warnOfChanged(llvm::ArrayRef<std::string> Paths);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_INPUTS_H

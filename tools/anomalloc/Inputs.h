//===- Inputs.h - the profiles that a verb reads ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_INPUTS_H
#define ANOMALLOC_ANOMALLOC_INPUTS_H

#include "Profile/Profile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace anomalloc {

struct InputOptions {
  bool KeepLanes = false;
  /// Warn of files that cannot be read, and go on.
  bool KeepGoing = false;
};

/// Reads and adds up \p Paths, with progress on a terminal if there are many.
llvm::Expected<std::unique_ptr<Profile>>
readInputs(llvm::ArrayRef<llvm::StringRef> Paths, const InputOptions &Options);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_H

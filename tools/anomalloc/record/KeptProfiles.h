//===- KeptProfiles.h - profiles that are still completed -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In the mode access, the runtime has a process beside each process of the
/// program: the keeper (runtime/access/Keeper.h). It locks the profile, and
/// completes it after the program's process was killed.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_KEPTPROFILES_H
#define ANOMALLOC_ANOMALLOC_RECORD_KEPTPROFILES_H

#include "llvm/ADT/StringRef.h"

namespace anomalloc {

/// Waits until the profile \p Path is complete, if the process that it is about
/// has ended, or has become another program. Does not wait for the end of a
/// process.
void waitForKeeper(llvm::StringRef Path);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_KEPTPROFILES_H

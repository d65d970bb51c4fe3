//===- PackedProfile.h - profiles of programs that have ended ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a running program writes must be whole when it is killed at any moment,
/// so it cannot be compressed. Once the program has ended, its profile can be
/// written again in the form that `anomalloc merge` gives.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_PACKEDPROFILE_H
#define ANOMALLOC_ANOMALLOC_RECORD_PACKEDPROFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <sys/types.h>

namespace anomalloc {

/// Replaces the profile at \p Path by its packed form, which says the same.
/// Left as they are: a profile with a trace, whose events name its rows, one
/// whose process may still run, and what is another user's. The process \p
/// Ended has ended. Nothing is lost by an error, which names the file.
llvm::Error packProfile(llvm::StringRef Path, pid_t Ended);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_PACKEDPROFILE_H

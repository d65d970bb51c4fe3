//===- PackedProfile.h - profiles of programs that have ended ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The profile of a running program must be whole even if the program is killed
/// at any moment. So the runtime cannot compress it. Once the program has
/// ended, its profile can be written again in the form that `anomalloc merge`
/// writes.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_PACKEDPROFILE_H
#define ANOMALLOC_ANOMALLOC_RECORD_PACKEDPROFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <sys/types.h>

namespace anomalloc {

/// Replaces the profile at \p Path by its packed form, which says the same. The
/// process \p Ended is known to have ended. Some profiles stay as they are:
/// those with a trace, whose events name the rows of the profile; those of a
/// process that may still run; and those of another user. An error names the
/// file. No data is lost after an error.
llvm::Error packProfile(llvm::StringRef Path, pid_t Ended);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_PACKEDPROFILE_H

//===- ProfileFile.h - opens a profile --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_PROFILEFILE_H
#define ANOMALLOC_PROFILE_PROFILEFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace anomalloc {

/// Copies the used part of the profile \p Path into memory. The file itself is
/// not used, because a running process may change, grow or shorten it
/// meanwhile. The file may also be sparse, and much larger than its used part.
/// A file that is no profile is copied only as far as the decoder needs to
/// refuse it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openProfile(llvm::StringRef Path);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_PROFILEFILE_H

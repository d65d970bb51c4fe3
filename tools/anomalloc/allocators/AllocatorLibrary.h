//===- AllocatorLibrary.h - which allocator may be run ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// To ask an allocator for its block sizes is to run it, and the profile names
/// it. A profile that somebody sent must not choose what runs here. So a
/// library is run only if
///   - it is where the system keeps its libraries, and root alone can have put
///     it there: it and all folders above it belong to root, who alone may
///     write. Or the user names it, with report's --allocator.
///   - it has the build id of the run's, or, without one, is older than the
///   run.
///   - it has a malloc and a malloc_usable_size.
/// All of that is read from the file before anything runs.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_ALLOCATORS_ALLOCATORLIBRARY_H
#define ANOMALLOC_ANOMALLOC_ALLOCATORS_ALLOCATORLIBRARY_H

#include "Profile/Profile.h"

namespace anomalloc {

struct AllocatorLibrary {
  std::string Path;   ///< Without symbolic links; "" if none may be run.
  std::string WhyNot; ///< Then: why.
};

/// Chooses the library that gave the processes of \p P their malloc, as the
/// profile says, or, if it is not "", the file \p Named.
AllocatorLibrary chooseAllocator(const Profile &P, llvm::StringRef Named);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_ALLOCATORLIBRARY_H

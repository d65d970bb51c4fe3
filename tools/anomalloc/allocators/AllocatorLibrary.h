//===- AllocatorLibrary.h - which allocator may be run ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An allocator has to be run to ask it for its block sizes. The profile names
/// the allocator. But a profile that somebody sent must not choose the code
/// that runs here. So a library is run only if all of this is true:
///   - It is where the system keeps its libraries, and only root can have put
///     it there: it and all folders above it belong to root, and only root may
///     write to them. Or the user names it, with report's --allocator.
///   - It has the build id of the library in the run. Without a build id, it is
///     older than the run.
///   - It has a malloc and a malloc_usable_size.
/// All of this is read from the file before anything runs.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_ALLOCATORS_ALLOCATORLIBRARY_H
#define ANOMALLOC_ANOMALLOC_ALLOCATORS_ALLOCATORLIBRARY_H

#include "Profile/Profile.h"

namespace anomalloc {

struct AllocatorLibrary {
  std::string Path;   ///< Without symbolic links; "" if none may be run.
  std::string WhyNot; ///< Why Path is "".
};

/// Chooses the file \p Named. If that is "", chooses the library that gave the
/// processes of \p P their malloc, as the profile says.
AllocatorLibrary chooseAllocator(const Profile &P, llvm::StringRef Named);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_ALLOCATORLIBRARY_H

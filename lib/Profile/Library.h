//===- Library.h - is a library still that of the run? ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_LIBRARY_H
#define ANOMALLOC_PROFILE_LIBRARY_H

#include "Profile/Profile.h"

namespace anomalloc {

enum class LibraryMatch { Same, Changed, Unreadable };

/// Whether the object at \p Path has the build id that was recorded. One
/// without a build id is the same if it was last written before the run.
LibraryMatch matchLibrary(const Profile &P, llvm::StringRef Path,
                          llvm::StringRef BuildId);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_LIBRARY_H

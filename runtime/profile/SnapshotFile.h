//===- SnapshotFile.h - a copy of the profile, as it is now -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROFILE_SNAPSHOTFILE_H
#define ANOMALLOC_RUNTIME_PROFILE_SNAPSHOTFILE_H

#include "profile/ProfileFile.h"

namespace anomalloc::runtime {

/// Copies \p File to a new file \p Path, while other threads count on. The copy
/// says that it is one (format::SnapshotKey). Returns 0, or a negative errno
/// value; the new file is then to be deleted. Async-signal-safe, any thread.
int copyProfile(ProfileFile &File, const sys::SignalGuard &Guard,
                const char *Path);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROFILE_SNAPSHOTFILE_H

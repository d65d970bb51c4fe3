//===- LiveSnapshot.h - what a running program has recorded -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_LIVESNAPSHOT_H
#define ANOMALLOC_PROFILE_LIVESNAPSHOT_H

#include "Profile/LiveFile.h"
#include "Profile/Profile.h"

namespace anomalloc {

/// Reads the whole profile \p File, stacks and lifetimes included, while its
/// process writes it. The process is not stopped: a block that is made or freed
/// meanwhile may be in some of the numbers, and not yet in others. Each row is
/// read once, and what a row refers to is read after the row. \p Path becomes
/// Process::File.
///
/// If the process \p Runs on, the result is a snapshot (format::SnapshotKey),
/// and Process::EndTime tells when it was taken.
llvm::Expected<std::unique_ptr<Profile>>
readSnapshot(LiveFile &File, llvm::StringRef Path, bool Runs);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_LIVESNAPSHOT_H

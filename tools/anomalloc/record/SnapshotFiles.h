//===- SnapshotFiles.h - names of snapshots, and how many stay --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_SNAPSHOTFILES_H
#define ANOMALLOC_ANOMALLOC_RECORD_SNAPSHOTFILES_H

#include "Profile/Profile.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace anomalloc {

/// In the name of a file %n stands for the program, %p for its process id, %h
/// for its host, %r for its rank, and %t for the time in UTC:
/// "server.4711.20261129T111523Z.anomalloc".
class SnapshotFiles {
public:
  SnapshotFiles(std::string Pattern, std::optional<uint64_t> Keep)
      : Pattern(std::move(Pattern)), Keep(Keep) {}

  /// Checks that snapshots of \p Of can be written, and the oldest be found.
  llvm::Error check(const Process &Of) const;

  /// Writes \p P, the snapshot of one process, as `anomalloc merge` does, whole
  /// or not at all. Returns its path. A name with a time is never taken twice:
  /// the second gets ".1". A name without is replaced.
  llvm::Expected<std::string> write(const Profile &P) const;

  /// Deletes the oldest files that have a name of a snapshot of \p Of, but for
  /// Keep of them.
  llvm::Error removeOldest(const Process &Of) const;

private:
  std::string Pattern;
  std::optional<uint64_t> Keep;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_SNAPSHOTFILES_H

//===- GrowingFile.h - a file that is mapped as it grows --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROFILE_GROWINGFILE_H
#define ANOMALLOC_RUNTIME_PROFILE_GROWINGFILE_H

#include "process/System.h"
#include "profile/OutputName.h"

namespace anomalloc::runtime {

class KeptDescriptor;

/// Keeps the folder of \p Path open, for this process and its forked children:
/// they create files there though they may have another root folder by then. By
/// the thread that begins a profile.
void keepFolderOf(const char *Path);

/// Valid when zeroed. The file stays open (KeptDescriptor.h); where that cannot
/// be, or the program has closed it, it is opened by its path. Not thread-safe;
/// async-signal-safe. Functions return 0, or a negative errno value.
class GrowingFile {
public:
  /// Absolute; to be filled before create().
  char Path[PathSize];

  /// Creates the file, empty; if the name is taken, one with ".1", ".2", ...
  /// after it. Nothing is ever overwritten. \p Kept outlives a fork: a child
  /// closes its parent's.
  int create(bool MakeFolder, KeptDescriptor &Kept);
  /// Adds \p More bytes at the end, a multiple of the page, with disk blocks
  /// behind them, and maps these. After a failure the system is asked only now
  /// and then.
  int extend(uint64_t More, void *&Memory);
  /// Takes the last bytes away again. They must be mapped by nobody who still
  /// writes.
  void shorten(uint64_t By);
  /// Deletes the file, which nobody has mapped.
  void remove();

private:
  int open();
  int map(uint64_t More, void *&Memory);

  KeptDescriptor *Kept;
  sys::FileId Id;
  uint64_t Size;
  uint64_t Refusals;
  int Refused; ///< Why the system did so.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROFILE_GROWINGFILE_H

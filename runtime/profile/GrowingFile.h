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

/// Keeps the folder of \p Path open, for this process and its forked children.
/// So they can create files there, even if they have another root folder by
/// then. Called by the thread that begins a profile.
void keepFolderOf(const char *Path);

/// Closes what keepFolderOf() keeps open.
void forgetFolder();

/// Valid when zeroed. The file stays open (KeptDescriptor.h). If it cannot stay
/// open, or the program has closed it, the file is opened by its path. Not
/// thread-safe; async-signal-safe. Functions return 0, or a negative errno
/// value.
class GrowingFile {
public:
  /// The absolute path of the file. To be set before create().
  char Path[PathSize];

  /// Creates an empty file. If the name is taken, tries ".1", ".2", ... after
  /// it. Never overwrites a file. \p Kept outlives a fork, so that a child can
  /// close the descriptor of its parent.
  int create(bool MakeFolder, KeptDescriptor &Kept);
  /// Adds \p More bytes at the end of the file, with disk blocks behind them,
  /// and maps them. \p More is a multiple of the page size. After a failure the
  /// system is asked again only now and then.
  int extend(uint64_t More, void *&Memory);
  /// Maps the first \p Part bytes of the file once more; giveShared() ends
  /// that. Null on failure.
  void *mapAgain(uint64_t Part);
  /// A descriptor of the file, or a negative errno value.
  int descriptor() { return open(); }
  /// Lets the file go on behind its first \p NewSize bytes, by the descriptor
  /// \p Fd. Called when the others that used this object have ended.
  void resume(int Fd, uint64_t NewSize);
  /// Cuts the last \p By bytes off the file. Nobody may still write to a
  /// mapping of them.
  void shorten(uint64_t By);
  /// Closes the descriptor. The file may still grow: it is then opened again.
  void closeDescriptor();
  /// Deletes the file. Nobody may have it mapped.
  void remove();

private:
  int open();
  int map(uint64_t More, void *&Memory);

  KeptDescriptor *Kept;
  sys::FileId Id;
  uint64_t Size;
  uint64_t Refusals;
  int Refused; ///< The error of the last attempt, or 0.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROFILE_GROWINGFILE_H

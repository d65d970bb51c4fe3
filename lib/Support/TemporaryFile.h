//===- TemporaryFile.h - a file until it has its name -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As llvm::sys::fs::TempFile, which takes each '%' for a place to fill in,
/// also in the names of the user's folders.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_TEMPORARYFILE_H
#define ANOMALLOC_SUPPORT_TEMPORARYFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <string>

namespace anomalloc {

/// The folder for files that nobody keeps: TMPDIR, or /tmp.
std::string temporaryFolder();

/// An open file of a name that nobody else has. It goes unless it is kept, also
/// when a signal ends the program. Not thread-safe.
class TemporaryFile {
public:
  /// \p Begin and some letters are its path.
  static llvm::Expected<TemporaryFile> create(const llvm::Twine &Begin,
                                              llvm::sys::fs::perms Mode);
  TemporaryFile(TemporaryFile &&Other);
  TemporaryFile &operator=(TemporaryFile &&) = delete;
  ~TemporaryFile();

  int descriptor() const { return Descriptor; }
  const std::string &path() const { return Path; }

  /// Closes it, and gives it the name \p As, whatever had it before.
  llvm::Error keepAs(const llvm::Twine &As);
  /// Closes it, and leaves it where it is.
  llvm::Error keep() { return keepAs(path()); }

private:
  TemporaryFile(int Descriptor, std::string Path);

  int Descriptor; ///< -1: closed.
  std::string Path;
};

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_TEMPORARYFILE_H

//===- TemporaryFile.h - a file until it has its name -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the place of llvm::sys::fs::TempFile, which fills in each '%' of a
/// path, also in the names of the user's folders.
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

/// An open file with a name that nobody else has. It is deleted unless it is
/// kept, also when a signal ends the program. Not thread-safe.
class TemporaryFile {
public:
  /// Creates a file. Its path is \p Begin and some letters.
  static llvm::Expected<TemporaryFile> create(const llvm::Twine &Begin,
                                              llvm::sys::fs::perms Mode);
  TemporaryFile(TemporaryFile &&Other);
  TemporaryFile &operator=(TemporaryFile &&) = delete;
  ~TemporaryFile();

  int descriptor() const { return Descriptor; }
  const std::string &path() const { return Path; }

  /// Closes the file, and renames it to \p As. A file that had that name before
  /// is replaced.
  llvm::Error keepAs(const llvm::Twine &As);
  /// Closes the file, and leaves it where it is.
  llvm::Error keep() { return keepAs(path()); }

private:
  TemporaryFile(int Descriptor, std::string Path);

  int Descriptor; ///< -1: closed.
  std::string Path;
};

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_TEMPORARYFILE_H

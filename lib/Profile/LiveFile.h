//===- LiveFile.h - a file that another process is writing ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the pages that a running process counts into. The pages are mapped, so
/// a counter is never seen half written. The process takes no part in the
/// reading: it needs no signal, no lock and no pause.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_LIVEFILE_H
#define ANOMALLOC_PROFILE_LIVEFILE_H

#include "llvm/Support/Error.h"
#include <cstdlib>
#include <memory>
#include <string>
#include <sys/types.h>

namespace anomalloc {

/// A copy of some bytes of a file. Bytes that nobody wrote are zero, and take
/// no memory.
struct CopiedBytes {
  struct Free {
    void operator()(char *P) const { std::free(P); }
  };
  std::unique_ptr<char, Free> Bytes;
  uint64_t Size = 0;
  llvm::StringRef text() const { return {Bytes.get(), size_t(Size)}; }
};

/// A file that a running process writes. Offsets and sizes are multiples of 8.
/// Only one thread may read such files at a time: during a read, SIGBUS tells
/// that the file became shorter.
class LiveFile {
public:
  /// Opens a regular file of at most LargestRegularFile bytes.
  static llvm::Expected<std::unique_ptr<LiveFile>> open(llvm::StringRef Path);
  ~LiveFile();
  LiveFile(const LiveFile &) = delete;

  /// Finds out where the file ends now, and maps the part by which it has
  /// grown.
  llvm::Error remap();
  /// Bytes that can be read.
  uint64_t size() const { return Size; }
  /// The 8 bytes at \p Offset. Later reads see everything that the process had
  /// written before these bytes.
  llvm::Expected<uint64_t> word(uint64_t Offset) const;
  /// Copies \p Length bytes at \p Offset, the last ones first. A writer puts a
  /// key in front of its count and writes the key first, so the copy never has
  /// the count without the key.
  llvm::Expected<CopiedBytes> copy(uint64_t Offset, uint64_t Length) const;

  bool isSame(const LiveFile &Other) const {
    return Device == Other.Device && Inode == Other.Inode;
  }
  /// Whether \p Path leads to this file.
  bool isAt(const std::string &Path) const;

private:
  LiveFile() = default;
  int File = -1;
  dev_t Device = 0;
  ino_t Inode = 0;
  char *Memory = nullptr;
  uint64_t Mapped = 0;
  uint64_t Size = 0; ///< At most Mapped.
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_LIVEFILE_H

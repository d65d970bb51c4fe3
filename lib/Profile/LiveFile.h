//===- LiveFile.h - a file that another process is writing ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the pages that a running process counts into. They are mapped, so a
/// counter is never seen half written, and the process takes no part in it: no
/// signal, no lock, no pause.
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

/// Zero where nobody wrote, at no cost.
struct CopiedBytes {
  struct Free {
    void operator()(char *P) const { std::free(P); }
  };
  std::unique_ptr<char, Free> Bytes;
  uint64_t Size = 0;
  llvm::StringRef text() const { return {Bytes.get(), size_t(Size)}; }
};

/// Offsets and sizes are multiples of 8. One thread at a time: while a file is
/// read, SIGBUS tells that it became shorter.
class LiveFile {
public:
  /// Opens a regular file of at most LargestRegularFile bytes.
  static llvm::Expected<std::unique_ptr<LiveFile>> open(llvm::StringRef Path);
  ~LiveFile();
  LiveFile(const LiveFile &) = delete;

  /// Maps what the file has grown by, and learns where it ends now.
  llvm::Error remap();
  /// Bytes that can be read.
  uint64_t size() const { return Size; }
  /// The 8 bytes at \p Offset; all that was written before them is seen
  /// afterwards.
  llvm::Expected<uint64_t> word(uint64_t Offset) const;
  /// The last bytes are read first: a writer that counts behind the key that it
  /// counts by is never seen without the key.
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

//===- InputFile.h - an input as a file -------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_INPUTFILE_H
#define ANOMALLOC_UNITTESTS_INPUTFILE_H

#include "llvm/Support/Error.h"
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace anomalloc::test {

inline void check(bool Holds) {
  if (!Holds)
    __builtin_trap();
}

/// What readers of files get: the input, in memory, by a path.
class InputFile {
public:
  InputFile(const uint8_t *Data, size_t Size)
      : File(memfd_create("input", MFD_CLOEXEC)),
        Path("/proc/self/fd/" + std::to_string(File)) {
    check(File >= 0 && write(File, Data, Size) == ssize_t(Size));
  }
  ~InputFile() { close(File); }
  InputFile(const InputFile &) = delete;

private:
  const int File;

public:
  const std::string Path;
};

/// True if there is a result. An error must name the file.
template <typename T>
bool isRead(llvm::Expected<T> &Result, llvm::StringRef Name) {
  if (Result)
    return true;
  check(llvm::StringRef(llvm::toString(Result.takeError())).contains(Name));
  return false;
}

} // namespace anomalloc::test

#endif // ANOMALLOC_UNITTESTS_INPUTFILE_H

//===- ReadAt.h - bytes from the middle of a file ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_READAT_H
#define ANOMALLOC_SUPPORT_READAT_H

#include "llvm/Support/FileSystem.h"

namespace anomalloc {

/// Reads as many of the \p Size bytes at \p Offset as there are, and returns
/// how many. Any thread.
inline llvm::Expected<size_t> readAt(llvm::sys::fs::file_t File, char *To,
                                     uint64_t Size, uint64_t Offset) {
  uint64_t Done = 0;
  while (Done < Size) {
    llvm::Expected<size_t> Now = llvm::sys::fs::readNativeFileSlice(
        File, llvm::MutableArrayRef<char>(To + Done, Size - Done),
        Offset + Done);
    if (!Now)
      return Now.takeError();
    if (*Now == 0)
      break;
    Done += *Now;
  }
  return Done;
}

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_READAT_H

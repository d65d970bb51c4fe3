//===- GrowingFile.h - a file that is mapped as it grows --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_GROWINGFILE_H
#define ANOMALLOC_RUNTIME_GROWINGFILE_H

#include "OutputName.h"
#include "System.h"

namespace anomalloc {

/// Valid when zeroed. No descriptor is kept: the program could close it, and
/// its number become another file. Not thread-safe; async-signal-safe.
/// Functions return 0, or a negative errno value.
class GrowingFile {
public:
  /// Absolute; to be filled before create().
  char Path[PathSize];

  /// Creates the file, empty; if the name is taken, one with ".1", ".2", ...
  /// after it. Nothing is ever overwritten.
  int create(bool MakeFolder);
  /// Adds \p More bytes at the end, a multiple of the page, with disk blocks
  /// behind them, and maps these. After a failure the system is asked only now
  /// and then.
  int extend(uint64_t More, void *&Memory);
  /// Takes the last bytes away again. They must be mapped by nobody who still
  /// writes.
  void shorten(uint64_t By);

private:
  sys::FileId Id;
  uint64_t Size;
  uint64_t Refusals;
};

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_GROWINGFILE_H

//===- Host.h - the program that loads us -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LOADER_HOST_H
#define ANOMALLOC_LOADER_HOST_H

#include <climits>

namespace anomalloc::loader {

/// The facts about the process that we are loaded into. Of LLVM, only
/// LLVMGetVersion() is called; other symbols are only looked up.
struct Host {
  /// The program's path.
  char Program[PATH_MAX];
  /// The file that holds LLVM: the program itself or a shared library; "" if
  /// there is no LLVM in the process.
  char LLVM[PATH_MAX];
  /// LLVM's major version; 0 if it does not tell, as before LLVM 16.
  unsigned Major;
  bool IsGCC;
};

/// Call it while the library is being loaded. Not thread-safe.
const Host &host();

} // namespace anomalloc::loader

#endif // ANOMALLOC_LOADER_HOST_H

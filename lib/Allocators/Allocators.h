//===- Allocators.h - allocators to run a program with ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// From what a user writes to libraries that can be preloaded:
/// \code
///   resolveAllocators("glibc,jemalloc,./mine.so")
///     glibc     ""
///     jemalloc  /usr/lib/x86_64-linux-gnu/libjemalloc.so.2
///     mine.so   /home/me/mine.so
/// \endcode
/// Files are only read, never run. They may stand anywhere, because the user
/// names them. This is not so for a library that a profile names.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ALLOCATORS_ALLOCATORS_H
#define ANOMALLOC_ALLOCATORS_ALLOCATORS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace anomalloc {

/// A row of Known.def.
struct KnownAllocator {
  llvm::StringRef Id;
  llvm::StringRef Files;
  llvm::StringRef Package;
  llvm::StringRef Title;
};
llvm::ArrayRef<KnownAllocator> knownAllocators();
/// Returns null if no allocator has this name.
const KnownAllocator *findKnownAllocator(llvm::StringRef Id);

struct Allocator {
  std::string Name;    ///< To show; no two of one list have the same.
  std::string Library; ///< Absolute path to preload; "": nothing is preloaded.
  const KnownAllocator *Known = nullptr; ///< Null: the user named a file.
};

/// The allocators of \p List: names of Known.def, or paths (with a slash) of
/// shared libraries that have a malloc, with commas between. An allocator that
/// is named twice, as in "glibc,glibc", is shown as "glibc (2)". The error
/// tells the package to install, the known names, or the fault of a file.
llvm::Expected<std::vector<Allocator>> resolveAllocators(llvm::StringRef List);

/// Returns all installed allocators of Known.def. \p Missing gets the names of
/// the others.
std::vector<Allocator> installedAllocators(std::vector<std::string> &Missing);

} // namespace anomalloc

#endif // ANOMALLOC_ALLOCATORS_ALLOCATORS_H

//===- Allocators.h - allocators to run a program with ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Finds the libraries to preload for the allocators that a user names:
/// \code
///   resolveAllocators("glibc,jemalloc,./mine.so")
///     glibc     ""
///     jemalloc  /usr/lib/x86_64-linux-gnu/libjemalloc.so.2
///     mine.so   /home/me/mine.so
/// \endcode
/// Files are only read, never run. They may stand in any folder, because the
/// user names them. For a library that only a profile names, stricter rules
/// hold (AllocatorLibrary.h).
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
  std::string Name;    ///< The name to show; unique in a list.
  std::string Library; ///< Absolute path to preload; "": nothing is preloaded.
  const KnownAllocator *Known = nullptr; ///< Null: the user named a file.
};

/// Returns the allocators of \p List. The list has commas between its items. An
/// item is a name of Known.def, or the path (with a slash) of a shared library
/// that has a malloc. If an allocator is named twice, as in "glibc,glibc", the
/// second is shown as "glibc (2)". The error tells the package to install, the
/// known names, or the fault of a file.
llvm::Expected<std::vector<Allocator>> resolveAllocators(llvm::StringRef List);

/// Returns all installed allocators of Known.def. \p Missing gets the names of
/// the others.
std::vector<Allocator> installedAllocators(std::vector<std::string> &Missing);

} // namespace anomalloc

#endif // ANOMALLOC_ALLOCATORS_ALLOCATORS_H

//===- LibraryFolders.h - where the loader looks for libraries --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ALLOCATORS_LIBRARYFOLDERS_H
#define ANOMALLOC_ALLOCATORS_LIBRARYFOLDERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc {

/// The path of the first of \p Files that exists; "" if none does. Looks first
/// in the folders of LD_LIBRARY_PATH, then in the folder of our own C library
/// (Debian keeps all libraries of a machine there), then in the administrator's
/// and the system's folders.
std::string findInLibraryFolders(llvm::ArrayRef<llvm::StringRef> Files);

} // namespace anomalloc

#endif // ANOMALLOC_ALLOCATORS_LIBRARYFOLDERS_H

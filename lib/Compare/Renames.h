//===- Renames.h - functions and files of another name ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_RENAMES_H
#define ANOMALLOC_COMPARE_RENAMES_H

#include "Compare/CodeIndex.h"

namespace anomalloc {

/// The functions and files that have another name in a newer version of a
/// program. Only renames that are certain are here. In all other cases, the old
/// name counts as gone and the new name as new.
struct Renames {
  std::map<uint32_t, uint32_t> Functions; ///< Old to new name.
  /// Old to new name; the name of a file is the last part of its path.
  std::map<llvm::StringRef, llvm::StringRef> Files;

  uint32_t function(uint32_t Old) const {
    auto I = Functions.find(Old);
    return I == Functions.end() ? Old : I->second;
  }
  llvm::StringRef file(llvm::StringRef Old) const {
    auto I = Files.find(Old);
    return I == Files.end() ? Old : I->second;
  }
};

/// Finds the renamed files and functions. A file was renamed if its name is
/// gone, another file is new, and most functions of the old file are in the new
/// one. A function was renamed if its name is gone and the same file has a new
/// function with the same calls, the same distances between their lines, a move
/// like that of its neighbours, and sizes that do not contradict. Only one old
/// and one new name may fit.
Renames findRenames(const CodeIndex &Old, const CodeIndex &New);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_RENAMES_H

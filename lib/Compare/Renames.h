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

/// What is called otherwise in a newer version of a program, as far as it is
/// certain. The rest counts as gone and as new.
struct Renames {
  std::map<uint32_t, uint32_t> Functions;           ///< Old to new name.
  std::map<llvm::StringRef, llvm::StringRef> Files; ///< Old to new, last parts.

  uint32_t function(uint32_t Old) const {
    auto I = Functions.find(Old);
    return I == Functions.end() ? Old : I->second;
  }
  llvm::StringRef file(llvm::StringRef Old) const {
    auto I = Files.find(Old);
    return I == Files.end() ? Old : I->second;
  }
};

/// A file has a new name if it is gone, the other is new, and most of its
/// functions are there. A function has a new name if it is gone, and one of the
/// same file is new: with the same calls, as many lines apart, on lines that
/// moved as those of its neighbours did, and with some sizes in common. Both
/// must be the only ones.
Renames findRenames(const CodeIndex &Old, const CodeIndex &New);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_RENAMES_H

//===- Project.h - which files are the project's own ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REVIEW_PROJECT_H
#define ANOMALLOC_REVIEW_PROJECT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc::lint {

/// A folder of sources that people edit. Paths are real ones.
struct Project {
  std::string Root;
  /// Where generated sources stand, which nobody edits; "" if it is no true
  /// subfolder of the root.
  std::string Generated;

  /// Whether \p File (a real path) is for the person to edit.
  bool owns(llvm::StringRef File) const;
  /// Relative to the root, for files below it.
  std::string relative(llvm::StringRef File) const;
};

/// Whether \p Path is \p Folder or below it.
bool isWithin(llvm::StringRef Path, llvm::StringRef Folder);

} // namespace anomalloc::lint

#endif // ANOMALLOC_REVIEW_PROJECT_H

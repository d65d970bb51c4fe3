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
  /// The folder of generated sources, which nobody edits; "" if that folder is
  /// no true subfolder of the root.
  std::string Generated;

  /// Whether \p File (a real path) is a file that people edit.
  bool owns(llvm::StringRef File) const;
  /// \p File relative to the root if it is below the root, else as it is.
  std::string relative(llvm::StringRef File) const;
};

/// Whether \p Path is \p Folder or below it.
bool isWithin(llvm::StringRef Path, llvm::StringRef Folder);

} // namespace anomalloc::lint

#endif // ANOMALLOC_REVIEW_PROJECT_H

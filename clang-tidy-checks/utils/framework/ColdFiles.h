//===- ColdFiles.h - files nobody tunes -------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_COLDFILES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_COLDFILES_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Regex.h"
#include <string>

namespace clang {
class SourceManager;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Tells which files are cold: tests, examples and benchmarks, in which one
/// more allocation does not matter. For one unit; used by one thread.
class ColdFiles {
public:
  /// The value of the option ColdFiles where nobody sets it.
  static const char *const Default;

  /// \p Pattern is a regular expression that ignores case. If it is empty, no
  /// file is cold. \p Root is the project's folder, or "".
  ColdFiles(llvm::StringRef Pattern, llvm::StringRef Root);

  /// The error in the pattern, or "" if there is none.
  const std::string &error() const { return Error; }

  /// Whether the pattern is found in the path of the file around \p Loc. The
  /// path begins below the longest folder that the file shares with the working
  /// directory of the compile command, or with the project's folder: the place
  /// of a whole checkout tells nothing about its files.
  bool contains(SourceLocation Loc, const SourceManager &SM) const;

private:
  bool isCold(FileID Which, const SourceManager &SM) const;

  const std::string Root;
  std::string Error;
  llvm::Regex Cold;
  bool Any;
  mutable llvm::DenseMap<FileID, bool> Known;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_COLDFILES_H

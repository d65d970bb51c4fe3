//===- FileCloser.h - a file is closed on every way out ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_FILECLOSER_H
#define ANOMALLOC_SUPPORT_FILECLOSER_H

#include "llvm/Support/FileSystem.h"

namespace anomalloc {

/// Closes \p File when it goes out of scope. (LLVM's own guard has another name
/// in each major.)
class FileCloser {
public:
  explicit FileCloser(llvm::sys::fs::file_t File) : File(File) {}
  FileCloser(const FileCloser &) = delete;
  FileCloser &operator=(const FileCloser &) = delete;
  ~FileCloser() { llvm::sys::fs::closeFile(File); }

private:
  llvm::sys::fs::file_t File;
};

} // namespace anomalloc

#endif

//===- TemporaryFolder.h - files for the time of one run --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_TEMPORARYFOLDER_H
#define ANOMALLOC_SUPPORT_TEMPORARYFOLDER_H

#include "llvm/Support/Error.h"
#include <string>

namespace anomalloc {

/// A new folder that nobody else uses. It is deleted with everything in it.
class TemporaryFolder {
public:
  static llvm::Expected<TemporaryFolder> create();
  TemporaryFolder(TemporaryFolder &&Other) : Path(std::move(Other.Path)) {
    Other.Path.clear();
  }
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;
  ~TemporaryFolder();

  std::string file(llvm::StringRef Name) const {
    return Path + "/" + Name.str();
  }

private:
  explicit TemporaryFolder(std::string Path) : Path(std::move(Path)) {}
  std::string Path;
};

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_TEMPORARYFOLDER_H

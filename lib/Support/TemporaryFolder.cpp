//===- TemporaryFolder.cpp - files for the time of one run ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/TemporaryFolder.h"
#include "Support/TemporaryFile.h"
#include <cstdlib>

using namespace llvm;

namespace anomalloc {

Expected<TemporaryFolder> TemporaryFolder::create() {
  std::string Path = temporaryFolder() + "/anomalloc-XXXXXX";
  if (!mkdtemp(Path.data())) {
    const std::error_code EC = errnoAsErrorCode();
    return createStringError(EC,
                             "cannot make a temporary folder: " + EC.message());
  }
  return TemporaryFolder(std::move(Path));
}

TemporaryFolder::~TemporaryFolder() {
  if (!Path.empty())
    sys::fs::remove_directories(Path);
}

} // namespace anomalloc

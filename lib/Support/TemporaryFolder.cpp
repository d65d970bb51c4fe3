//===- TemporaryFolder.cpp - files for the time of one run ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/TemporaryFolder.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace anomalloc {

Expected<TemporaryFolder> TemporaryFolder::create() {
  SmallString<128> Path;
  if (std::error_code EC = sys::fs::createUniqueDirectory("anomalloc", Path))
    return createStringError(EC,
                             "cannot make a temporary folder: " + EC.message());
  return TemporaryFolder(Path.str().str());
}

TemporaryFolder::~TemporaryFolder() {
  if (!Path.empty())
    sys::fs::remove_directories(Path);
}

} // namespace anomalloc

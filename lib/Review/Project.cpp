//===- Project.cpp - which files are the project's own --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/Project.h"

using namespace llvm;

namespace anomalloc::lint {

bool isWithin(StringRef Path, StringRef Folder) {
  return Path.consume_front(Folder) &&
         (Path.empty() || Path.front() == '/' || Folder.ends_with("/"));
}

bool Project::owns(StringRef File) const {
  return isWithin(File, Root) &&
         (Generated.empty() || !isWithin(File, Generated));
}

std::string Project::relative(StringRef File) const {
  if (File == Root || !isWithin(File, Root))
    return File.str();
  return File.drop_front(Root.size()).ltrim('/').str();
}

} // namespace anomalloc::lint

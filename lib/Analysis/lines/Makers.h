//===- Makers.h - who makes blocks for others -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Profile::isMaker for levels of stacks, where the object is known too.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_MAKERS_H
#define ANOMALLOC_ANALYSIS_LINES_MAKERS_H

#include "Profile/Profile.h"
#include "llvm/ADT/DenseMap.h"

namespace anomalloc {

/// Whether the program's own code cannot be in the object \p Path. The debug
/// information of a distribution names sources by relative paths. So the path
/// of the library tells more than the paths of the sources.
bool isSystemLibrary(llvm::StringRef Path);

/// Answers for one profile, which must outlive it. Not thread-safe.
class Makers {
public:
  explicit Makers(const Profile &P) : P(P) {}

  /// Whether \p F is a level of the program's own code, a maker or not.
  bool isUser(const Frame &F, llvm::StringRef Library = "");
  /// Whether the function of \p F, in the object \p Library ("": unknown),
  /// makes blocks on behalf of its caller.
  bool isMaker(const Frame &F, llvm::StringRef Library = "");

private:
  const Profile &P;
  std::map<std::pair<llvm::StringRef, llvm::StringRef>, bool> ByName;
  llvm::DenseMap<llvm::StringRef, bool> SystemFiles;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_MAKERS_H

//===- Makers.h - who makes blocks for others -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Does what Profile::isMaker does, for levels of stacks: there the library is
/// known, too.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_MAKERS_H
#define ANOMALLOC_ANALYSIS_LINES_MAKERS_H

#include "Profile/Library.h"
#include "llvm/ADT/DenseMap.h"

namespace anomalloc {

/// Tells the makers of one profile, which must outlive this object. Not
/// thread-safe.
class Makers {
public:
  explicit Makers(const Profile &P) : P(P) {}

  /// Whether \p F, in the library \p Library ("": unknown), is a level of the
  /// program's own code, whether a maker or not.
  bool isUser(const Frame &F, llvm::StringRef Library = "");
  /// Whether the function of \p F, in the library \p Library ("": unknown),
  /// makes blocks on behalf of its caller.
  bool isMaker(const Frame &F, llvm::StringRef Library = "");

private:
  const Profile &P;
  std::map<std::pair<llvm::StringRef, llvm::StringRef>, bool> ByName;
  llvm::DenseMap<llvm::StringRef, bool> SystemFiles;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_MAKERS_H

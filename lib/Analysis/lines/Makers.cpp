//===- Makers.cpp - who makes blocks for others ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/Makers.h"

using namespace llvm;

namespace anomalloc {

bool Makers::isUser(const Frame &F, StringRef Library) {
  if (isSystemLibrary(Library))
    return false;
  if (F.File.empty())
    return !F.Function.empty() && !isLibraryName(F.Function);
  auto [Known, New] = SystemFiles.try_emplace(F.File);
  if (New)
    Known->second = P.isSystemFile(F.File);
  return !Known->second;
}

bool Makers::isMaker(const Frame &F, StringRef Library) {
  if (!isUser(F, Library))
    return true;
  auto [Known, New] = ByName.try_emplace({F.Function, F.File});
  if (New)
    Known->second = P.isMaker(F);
  return Known->second;
}

} // namespace anomalloc

//===- FunctionHash.h - what joins functions of all units -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The "function hash" of SiteTable.h. The pass computes it, and the reader
/// computes the same hash for the functions of a table. Safe in any thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FUNCTIONHASH_H
#define ANOMALLOC_FUNCTIONHASH_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/xxhash.h"
#include <string>

namespace anomalloc {

/// The linkage name \p Name, or "unit:name" for a function of internal linkage.
/// \p Unit is the source file that was compiled if the function has internal
/// linkage; "" if not.
inline std::string functionKey(llvm::StringRef Unit, llvm::StringRef Name) {
  return Unit.empty() ? Name.str() : (Unit + ":" + Name).str();
}

inline uint64_t functionHash(llvm::StringRef Unit, llvm::StringRef Name) {
  return llvm::xxh3_64bits(llvm::StringRef(functionKey(Unit, Name)));
}

} // namespace anomalloc

#endif // ANOMALLOC_FUNCTIONHASH_H

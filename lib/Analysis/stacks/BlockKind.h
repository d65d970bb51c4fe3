//===- BlockKind.h - which blocks stacks are shown for ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A stack can be asked for all that it allocated, or for those blocks alone
/// that had some fate. The fates are known in the mode lifetime+stacks.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_STACKS_BLOCKKIND_H
#define ANOMALLOC_ANALYSIS_STACKS_BLOCKKIND_H

#include "Profile/Profile.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

struct BlockKind {
  llvm::StringRef Name;   ///< For options and JSON.
  llvm::StringRef One;    ///< What one of them is called.
  llvm::StringRef Phrase; ///< Behind that: "never freed"; may be "".
  /// How many of them; null: all allocations.
  uint64_t (*Of)(const LifetimeCounts &);
};

/// The table; all allocations come first.
llvm::ArrayRef<BlockKind> blockKinds();

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_BLOCKKIND_H

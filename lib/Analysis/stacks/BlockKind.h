//===- BlockKind.h - which blocks stacks are shown for ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Either all blocks that a stack allocated are counted, or only the blocks
/// that had one fate. Fates are known only in the mode lifetime+stacks.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_STACKS_BLOCKKIND_H
#define ANOMALLOC_ANALYSIS_STACKS_BLOCKKIND_H

#include "Profile/Profile.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

struct BlockKind {
  llvm::StringRef Name;   ///< For options and JSON.
  llvm::StringRef One;    ///< The noun for one such block.
  llvm::StringRef Phrase; ///< Follows the noun: "never freed"; may be "".
  /// How many blocks had this fate. Null: all allocations are counted.
  uint64_t (*Of)(const LifetimeCounts &);
};

/// The table; all allocations come first.
llvm::ArrayRef<BlockKind> blockKinds();

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_BLOCKKIND_H

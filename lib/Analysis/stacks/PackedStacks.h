//===- PackedStacks.h - all stacks as one tree ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a reader needs who draws stacks: each level once, with its line, and
/// each measure of the profile beside it. A StackTree has one measure, and one
/// node for all lines of a function.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_STACKS_PACKEDSTACKS_H
#define ANOMALLOC_ANALYSIS_STACKS_PACKEDSTACKS_H

#include "Analysis/stacks/BlockKind.h"
#include "Analysis/totals/Amount.h"
#include "Profile/Profile.h"

namespace anomalloc {

struct PackedStacks {
  struct Function {
    llvm::StringRef Name;    ///< Linkage name; "" if unknown.
    llvm::StringRef Library; ///< Path of its object; "" if unknown.
    uint64_t Offset = 0;     ///< Into it, if the name is unknown.
    bool IsUser = false;     ///< Its source is no system file.
    bool IsMaker = false;    ///< Profile::isMaker.
  };
  struct Frame {
    uint32_t Function;    ///< Index of Functions.
    llvm::StringRef File; ///< "" if unknown.
    uint32_t Line = 0;    ///< 0 if unknown.
  };
  struct Node {
    uint32_t Frame;                 ///< Index of Frames.
    std::optional<uint32_t> Caller; ///< A lower index; none: outermost.
  };
  /// Blocks of one fate.
  struct Measure {
    const BlockKind *Blocks;
    std::vector<Amount> Own; ///< By row.
    Amount WithStack;        ///< Their sum.
    /// Of the profile, without a stack: not selected, or lost.
    Amount WithoutStack;
  };

  std::vector<Function> Functions;
  std::vector<Frame> Frames;
  /// A node comes before those that it calls, and these before its caller's
  /// next one; of one caller's, the one with the most allocations comes first.
  std::vector<Node> Nodes;
  std::vector<uint32_t> Rows; ///< Nodes that have numbers of their own.
  /// All that the profile knows: all blocks first.
  std::vector<Measure> Measures;
  uint64_t Lost = 0; ///< Allocations whose stacks had no room in the profile.
};

/// The profile should be symbolized; the result refers to it.
PackedStacks packStacks(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_PACKEDSTACKS_H

//===- PackedStacks.h - all stacks as one tree ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The data that is needed to draw stacks: each level once, with its source
/// line and with each measure of the profile. A StackTree differs: it has only
/// one measure, and one node for all lines of a function.
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
    uint64_t Offset = 0;     ///< In Library, if the name is unknown.
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
  /// Counts the blocks of one fate.
  struct Measure {
    const BlockKind *Blocks;
    std::vector<Amount> Own; ///< By index of Rows.
    Amount WithStack;        ///< The sum of Own.
    /// The profile's blocks that have no stack: not selected, or lost.
    Amount WithoutStack;
  };

  std::vector<Function> Functions;
  std::vector<Frame> Frames;
  /// In pre-order: a node comes before the nodes that it calls. Of the nodes
  /// with the same caller, the node with the most allocations comes first.
  std::vector<Node> Nodes;
  std::vector<uint32_t> Rows; ///< Nodes where a counted stack ends.
  /// All measures that the profile has; the measure of all blocks comes first.
  std::vector<Measure> Measures;
  uint64_t Lost = 0; ///< Allocations whose stacks had no room in the profile.
  const Profile *Source = nullptr;
};

/// The profile should be symbolized; the result refers to it.
PackedStacks packStacks(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_PACKEDSTACKS_H

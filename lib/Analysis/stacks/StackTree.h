//===- StackTree.h - calling stacks by function -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *stack trace type* is the set of stacks with the same function at every
/// level (seed 000, section 3.2), inlined functions being levels too. All types
/// of a profile form a tree; a type is a node from which allocations were made.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_STACKS_STACKTREE_H
#define ANOMALLOC_ANALYSIS_STACKS_STACKTREE_H

#include "Analysis/filter/Filter.h"
#include "Analysis/stacks/BlockKind.h"
#include "Analysis/stacks/StackLines.h"
#include "Profile/SiteSelection.h"

namespace anomalloc {

struct StackOptions {
  anomalloc::Filter Filter;       ///< Files and functions: of any level.
  std::vector<SitePattern> Sites; ///< Empty: all.
  const BlockKind *Blocks = &blockKinds().front(); ///< What is counted.
  bool ByBytes = false;           ///< Weights are bytes, not numbers of blocks.
  bool UserOnly = false;          ///< Without levels of the system's code.
  bool FoldRecursion = false;     ///< A function once in each stack.
  bool CollapseTemplates = false; ///< One function for all its arguments.
};

/// A function of some stack.
struct StackFunction {
  llvm::StringRef Name;    ///< Linkage name; "" if unknown.
  std::string Collapsed;   ///< To be shown instead, if not "".
  llvm::StringRef Library; ///< Path of its object; "" if unknown.
  uint64_t Offset = 0;     ///< Into it, if the name is unknown.
  bool IsUser = false;     ///< Its source is no system file.
  bool IsMaker = false;    ///< Profile::isMaker.
};

struct StackTree {
  struct Node {
    uint32_t Function;              ///< Index of Functions.
    std::optional<uint32_t> Caller; ///< A lower index; none: outermost.
    /// The call into the next level that most allocations came through. The
    /// file may be "".
    llvm::StringRef File;
    uint32_t Line = 0;
    uint64_t Allocations = 0; ///< From exactly this stack trace type.
    uint64_t Bytes = 0;
  };
  const BlockKind *Blocks = nullptr; ///< What Allocations are.
  bool ByBytes = false;
  std::vector<StackFunction> Functions;
  std::vector<Node> Nodes; ///< Callers come first.
  /// Nodes with allocations that are shown, the heaviest first.
  std::vector<uint32_t> Types;
  uint64_t NumTypes = 0; ///< Before keepHeaviest.

  uint64_t Allocations = 0; ///< All that passed the filters.
  uint64_t Bytes = 0;
  /// Parts of Allocations: those with levels that were found by frame pointer,
  /// and those whose outermost levels are missing.
  uint64_t ByFramePointer = 0, Cut = 0;
  /// No parts of it: allocations whose stacks could not be stored, and those
  /// that were counted without a stack because nobody selected them.
  uint64_t Lost = 0, NotSelected = 0;

  /// What types are compared by: allocations, or bytes.
  uint64_t weight(const Node &N) const {
    return ByBytes ? N.Bytes : N.Allocations;
  }
  uint64_t weight() const { return ByBytes ? Bytes : Allocations; }

  /// The levels of a type, innermost first, with the lines of its heaviest
  /// stack.
  std::vector<Node> levels(uint32_t Type) const;

  /// Of Types, only the first \p Limit stay; 0: all.
  void keepHeaviest(uint64_t Limit) {
    if (Limit && Types.size() > Limit)
      Types.resize(Limit);
  }

  /// What levels() looks lines up in.
  StackLines Lines;
  /// By node: of the stacks that end there, the one with the most weight.
  std::vector<std::optional<uint32_t>> HeaviestStack;
};

/// The profile should be symbolized; the tree refers to it.
StackTree buildStackTree(const Profile &P, const StackOptions &Options);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_STACKTREE_H

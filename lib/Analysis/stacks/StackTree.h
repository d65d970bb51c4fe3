//===- StackTree.h - calling stacks by function -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *stack trace type* is the set of stacks with the same function at every
/// level (Gomes et al. 2019, section 3.2), inlined functions being levels too.
/// All types of a profile form a tree; a type is a node from which allocations
/// were made.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_STACKS_STACKTREE_H
#define ANOMALLOC_ANALYSIS_STACKS_STACKTREE_H

#include "Analysis/estimate/Estimate.h"
#include "Analysis/filter/Filter.h"
#include "Analysis/stacks/BlockKind.h"
#include "Analysis/stacks/StackLines.h"
#include "Profile/SiteSelection.h"

namespace anomalloc {

struct StackOptions {
  anomalloc::Filter Filter;       ///< Any level may match a file or function.
  std::vector<SitePattern> Sites; ///< Empty: all.
  const BlockKind *Blocks = &blockKinds().front(); ///< What is counted.
  bool ByBytes = false;           ///< Weights are bytes, not numbers of blocks.
  bool UserOnly = false;          ///< Without levels of the system's code.
  bool FoldRecursion = false;     ///< Keeps a function once in each stack.
  bool CollapseTemplates = false; ///< Joins all instances of a template.
};

/// A function of some stack.
struct StackFunction {
  llvm::StringRef Name;    ///< Linkage name; "" if unknown.
  std::string Collapsed;   ///< Shown in place of Name, if not "".
  llvm::StringRef Library; ///< Path of its object; "" if unknown.
  uint64_t Offset = 0;     ///< In Library, if the name is unknown.
  bool IsUser = false;     ///< Its source is no system file.
  bool IsMaker = false;    ///< Profile::isMaker.
};

struct StackTree {
  struct Node {
    uint32_t Function;              ///< Index of Functions.
    std::optional<uint32_t> Caller; ///< A lower index; none: outermost.
    /// The line of the call into the next level; of several, the line that most
    /// weight came through. The file may be "".
    llvm::StringRef File;
    uint32_t Line = 0;
    uint64_t Allocations = 0; ///< From exactly this stack trace type.
    uint64_t Bytes = 0;
  };
  const BlockKind *Blocks = nullptr; ///< Which blocks Allocations counts.
  bool ByBytes = false;
  std::vector<StackFunction> Functions;
  std::vector<Node> Nodes; ///< Callers come first.
  /// Nodes with allocations that are shown, the heaviest first.
  std::vector<uint32_t> Types;
  uint64_t NumTypes = 0; ///< Number of types before keepHeaviest().

  uint64_t Allocations = 0; ///< All that passed the filters.
  uint64_t Bytes = 0;
  /// Parts of Allocations: those with levels that were found by frame pointer,
  /// and those whose outermost levels are missing.
  uint64_t ByFramePointer = 0, Cut = 0;
  /// Not in Allocations: allocations whose stacks could not be stored, and
  /// those that were counted without a stack because nobody selected them.
  uint64_t Lost = 0, NotSelected = 0;

  /// The weight by which types are compared: bytes if ByBytes, else
  /// allocations.
  uint64_t weight(const Node &N) const {
    return ByBytes ? N.Bytes : N.Allocations;
  }
  uint64_t weight() const { return ByBytes ? Bytes : Allocations; }

  /// What Allocations and Bytes of each node rest on. Empty, if the profile is
  /// no sample.
  struct Tallies {
    SampleSum Allocations, Bytes;
  };
  std::vector<Tallies> OwnTallies;
  const Profile *Source = nullptr;
  bool isEstimated() const { return !OwnTallies.empty(); }
  /// The weight of \p Type, allocations or bytes, exact or estimated.
  Estimate allocationsOf(uint32_t Type) const {
    return isEstimated() ? OwnTallies[Type].Allocations.estimate(*Source)
                         : Estimate::exact(Nodes[Type].Allocations);
  }
  Estimate bytesOf(uint32_t Type) const {
    return isEstimated() ? OwnTallies[Type].Bytes.estimate(*Source)
                         : Estimate::exact(Nodes[Type].Bytes);
  }

  /// The levels of a type, innermost first, with the lines of its heaviest
  /// stack.
  std::vector<Node> levels(uint32_t Type) const;

  /// Keeps only the first \p Limit of Types; 0: all.
  void keepHeaviest(uint64_t Limit) {
    if (Limit && Types.size() > Limit)
      Types.resize(Limit);
  }

  /// Where levels() looks up lines.
  StackLines Lines;
  /// By node: the stack with the most weight among those that end there.
  std::vector<std::optional<uint32_t>> HeaviestStack;
};

/// The profile should be symbolized; the tree refers to it.
StackTree buildStackTree(const Profile &P, const StackOptions &Options);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_STACKTREE_H

//===- GrowingContainers.h - blocks that containers outgrow -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds growth from numbers and sizes of blocks, where lifetimes were not
/// recorded. A container that has no room left gets twice as much room. So each
/// block of its growing function that is larger than one element took the place
/// of a smaller block.
/// \code
///   std::vector<double>::_M_realloc_insert    8  16  32  64 bytes
///                                             ^   ^---^---^-- moves
///                                             the first of a container
/// \endcode
/// The smallest block of that function in the whole program is taken as one
/// element. If no block of one element was made, moves to the smallest size are
/// not seen.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_GROWINGCONTAINERS_H
#define ANOMALLOC_ANALYSIS_CHANGES_GROWINGCONTAINERS_H

#include "Analysis/changes/BlockGroups.h"

namespace anomalloc {

/// If a growing function made its container's own block at \p S: the class of
/// that function, as its linkage name has it. Else "".
llvm::StringRef growingContainerOf(const Site &S);

class GrowingContainers {
public:
  explicit GrowingContainers(const Profile &P);

  /// Whether a growing function made some of the blocks of \p G.
  bool madeSome(const BlockGroup &G) const;
  /// The number of blocks of \p G that took the place of other blocks.
  uint64_t movesOf(const BlockGroup &G) const;

  /// The number of blocks of \p G that took the place of other blocks, where a
  /// container does not double, but gets some more room in each step: \code
  ///   reserve(size() + 9)    72  144  216  288 bytes
  ///                              ^----^----^-- moves
  /// \endcode
  /// Such growth shows in sizes that are equally far from each other, and in
  /// lifetimes: a block lives until the next one is there, and no longer.
  uint64_t stepsOf(const BlockGroup &G) const;

private:
  const Profile &P;
  std::map<llvm::StringRef, uint64_t> Smallest; ///< By container.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_GROWINGCONTAINERS_H

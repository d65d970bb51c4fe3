//===- GrowingContainers.h - blocks that containers outgrow -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What numbers and sizes tell of growth, where lifetimes were not recorded. A
/// container that has no room left gets twice as much: so each block of its
/// growing function, beyond one element, took the place of a smaller one.
/// \code
///   std::vector<double>::_M_realloc_insert    8  16  32  64 bytes
///                                             ^   ^---^---^-- moves
///                                             the first of a container
/// \endcode
/// One element is the smallest block of that function in the whole program. If
/// none of one element was made, moves of that size are not seen.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_GROWINGCONTAINERS_H
#define ANOMALLOC_ANALYSIS_CHANGES_GROWINGCONTAINERS_H

#include "Analysis/changes/BlockGroups.h"

namespace anomalloc {

/// The class of the growing function that made its container's own block at
/// \p S, as its linkage name has it; "" if there is none.
llvm::StringRef growingContainerOf(const Site &S);

class GrowingContainers {
public:
  explicit GrowingContainers(const Profile &P);

  /// Whether a growing function made some of the blocks of \p G.
  bool madeSome(const BlockGroup &G) const;
  /// Of the blocks of \p G, those that took the place of others.
  uint64_t movesOf(const BlockGroup &G) const;

  /// Likewise, where a container does not double, but gets some more room in
  /// each step: \code
  ///   reserve(size() + 9)    72  144  216  288 bytes
  ///                              ^----^----^-- moves
  /// \endcode
  /// Sizes tell that are as far from each other, and lifetimes: a block lives
  /// until the next one is there, and no longer.
  uint64_t stepsOf(const BlockGroup &G) const;

private:
  const Profile &P;
  std::map<llvm::StringRef, uint64_t> Smallest; ///< By container.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_GROWINGCONTAINERS_H

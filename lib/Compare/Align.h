//===- Align.h - two lists of what looks alike ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_ALIGN_H
#define ANOMALLOC_COMPARE_ALIGN_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <set>
#include <vector>

namespace anomalloc {

struct AlignedPair {
  uint32_t Old, New;
  /// Other elements have the same key: only the order of all of them tells
  /// these two apart from the others.
  bool ByOrder;
};

/// Pairs the elements of two lists by their keys. Both lists are in the order
/// of the source. A key that stands once in each list makes a pair. The
/// elements between two such pairs are paired one after the other if both lists
/// have the same keys there:
/// \code
///   old  a x x b y y
///   new  a x x b y      a, x, x and b are paired; which y is left is not known
/// \endcode
/// If code moved, and so the pairs are not in the same order in both lists,
/// only keys that stand once make pairs.
std::vector<AlignedPair> align(llvm::ArrayRef<uint64_t> Old,
                               llvm::ArrayRef<uint64_t> New);

/// The sizes of the blocks that something made.
using SeenSizes = std::set<uint64_t>;

/// Whether \p A and \p B both have sizes, but none in common.
bool areDisjoint(const SeenSizes &A, const SeenSizes &B);

/// Removes pairs that rest on order alone if sizes contradict them: the two
/// elements of the pair have no size in common, but one of them shares a size
/// with another element of the other list. In that case, two calls changed
/// places, or one call is gone while another came.
void dropRefuted(std::vector<AlignedPair> &Pairs, llvm::ArrayRef<SeenSizes> Old,
                 llvm::ArrayRef<SeenSizes> New);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_ALIGN_H

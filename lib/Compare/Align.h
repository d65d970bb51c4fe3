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
  /// Others have the same key: the order of all of them tells these apart.
  bool ByOrder;
};

/// Pairs two lists in the order of the source, by keys. A key that stands once
/// in each makes a pair. What lies between two of these pairs is paired if its
/// keys are the same, one after the other:
/// \code
///   old  a x x b y y
///   new  a x x b y      a, x, x and b are paired; which y is left is not known
/// \endcode
/// Code that moved to another place is paired by its own key alone.
std::vector<AlignedPair> align(llvm::ArrayRef<uint64_t> Old,
                               llvm::ArrayRef<uint64_t> New);

/// Sizes of blocks that something made.
using SeenSizes = std::set<uint64_t>;

/// Whether both made blocks, and none of one size.
bool areDisjoint(const SeenSizes &A, const SeenSizes &B);

/// Takes out pairs that only their order makes, if sizes say that one of them
/// is another: two calls that changed places, or one that is gone while another
/// came.
void dropRefuted(std::vector<AlignedPair> &Pairs, llvm::ArrayRef<SeenSizes> Old,
                 llvm::ArrayRef<SeenSizes> New);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_ALIGN_H

//===- StackSums.h - what stacks allocated in all ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_FORMATS_STACKSUMS_H
#define ANOMALLOC_REPORT_FORMATS_STACKSUMS_H

#include "Analysis/stacks/MeasuredStacks.h"

namespace anomalloc {

/// What one stack allocated, in all sections and with all sizes.
struct StackSum {
  uint32_t Stack; ///< The number that the format gives the stack.
  std::array<Amount, NumStackBlocks> Blocks = {};

  uint64_t value(const StackMeasure &M) const {
    const Amount &A = Blocks[M.Blocks];
    return M.IsBytes ? A.Bytes : A.Allocations;
  }
};

/// The sum of each stack that allocated something, in the order of the rows.
/// \p StackOf holds, for each node, the number that the format gives the stack
/// of the node.
std::vector<StackSum> sumStacks(const MeasuredStacks &Stacks,
                                llvm::ArrayRef<uint32_t> StackOf);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_FORMATS_STACKSUMS_H

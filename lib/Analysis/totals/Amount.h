//===- Amount.h - so many allocations, so many bytes ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_AMOUNT_H
#define ANOMALLOC_ANALYSIS_TOTALS_AMOUNT_H

#include "Profile/Profile.h"
#include "llvm/Support/MathExtras.h"

namespace anomalloc {

/// A number of allocations and the bytes that they asked for. Sums stop at the
/// largest 64-bit value instead of wrapping: a damaged profile may say
/// anything.
struct Amount {
  uint64_t Allocations = 0;
  uint64_t Bytes = 0;

  void add(uint64_t Number, uint64_t SizeOfEach) {
    Allocations = llvm::SaturatingAdd(Allocations, Number);
    Bytes = llvm::SaturatingMultiplyAdd(Number, SizeOfEach, Bytes);
  }
  void add(const Count &C) { add(C.Allocations, C.Size); }

  Amount &operator+=(const Amount &Other) {
    Allocations = llvm::SaturatingAdd(Allocations, Other.Allocations);
    Bytes = llvm::SaturatingAdd(Bytes, Other.Bytes);
    return *this;
  }
};

/// Differences stop at 0, as sums do at the largest value.
inline void subtract(Amount &From, const Amount &Some) {
  From.Allocations -= std::min(From.Allocations, Some.Allocations);
  From.Bytes -= std::min(From.Bytes, Some.Bytes);
}

/// \p Part of \p Whole in per cent; 0 of nothing.
inline double percent(uint64_t Part, uint64_t Whole) {
  return Whole ? 100.0 * double(Part) / double(Whole) : 0;
}

/// What tables are sorted by.
enum class SortKey { Count, Bytes, Iteration };

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_AMOUNT_H

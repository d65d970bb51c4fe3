//===- Sampling.h - how blocks of a profile were drawn ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SAMPLING_H
#define ANOMALLOC_PROFILE_SAMPLING_H

#include <cmath>
#include <cstdint>

namespace anomalloc {

/// The rule by which a run drew the blocks that its rows of stacks and lifetimes
/// are about. Each block was drawn independently of all others.
struct Sampling {
  enum class Of { Bytes, Count };
  Of Unit = Of::Bytes;
  uint64_t Mean = 0; ///< Bytes, or allocations, from one draw to the next.

  /// The chance of a block of \p Size bytes to be drawn.
  double chanceOf(uint64_t Size) const {
    return -std::expm1(-perBlock(Size));
  }
  /// Draws that hit one of \p Blocks blocks. A large block may be hit twice, but
  /// is drawn once.
  double expectedDraws(uint64_t Size, uint64_t Blocks) const {
    return double(Blocks) * perBlock(Size);
  }
  bool operator==(const Sampling &Other) const {
    return Unit == Other.Unit && Mean == Other.Mean;
  }

private:
  double perBlock(uint64_t Size) const {
    if (Unit == Of::Count)
      return Mean > 1 ? -std::log1p(-1 / double(Mean)) : HUGE_VAL;
    return double(Size ? Size : 1) / double(Mean);
  }
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SAMPLING_H

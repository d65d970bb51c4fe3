//===- MeasuredBlocks.h - blocks that tests follow --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_MEASURE_MEASUREDBLOCKS_H
#define ANOMALLOC_RUNTIME_MEASURE_MEASUREDBLOCKS_H

#include "process/System.h"

namespace anomalloc::runtime {

struct Process;

/// A block that was made while somebody measured.
struct MeasuredBlock {
  const void *Block; ///< Null: none.
  const void *Maker; ///< The thread, as Measurements knows it.
  uint64_t Birth;    ///< Measurements::Clock.
  uint64_t Size;
  uint32_t Stack; ///< Of MeasuredStacks.
};

/// From a block's address to the block. Valid when zeroed. Whoever calls holds
/// the lock of Measurements.
class MeasuredBlocks {
public:
  /// In the place of an older one at the same address. False without memory.
  bool insert(Process &P, const sys::SignalGuard &Guard,
              const MeasuredBlock &B);
  /// Takes it out, if it is there.
  MeasuredBlock take(const void *Block);
  void clear();

private:
  uint64_t slot(const void *Block) const {
    return (reinterpret_cast<uint64_t>(Block) >> 3) * 0x9e3779b97f4a7c15u >> 32;
  }
  /// Where it is, or the free slot where it could be.
  MeasuredBlock &find(const void *Block) const;
  bool grow(Process &P, const sys::SignalGuard &Guard);

  MeasuredBlock *Slots;
  uint64_t Capacity; ///< A power of two; 0 at first.
  uint64_t Count;    ///< At most three quarters of that.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_MEASURE_MEASUREDBLOCKS_H

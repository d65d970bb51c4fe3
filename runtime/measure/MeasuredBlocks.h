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
  const void *Maker; ///< The thread that made it (thisThread()).
  uint64_t Birth;    ///< Measurements::Clock when it was made.
  uint64_t Size;
  uint32_t Stack; ///< Its number in MeasuredStacks.
};

/// Leads from an address to the measured block. Valid when zeroed. The caller
/// holds the lock of Measurements.
class MeasuredBlocks {
public:
  /// Inserts \p B, in place of an older block at the same address. Returns
  /// false without memory.
  bool insert(Process &P, const sys::SignalGuard &Guard,
              const MeasuredBlock &B);
  /// Removes \p Block and returns its data. If it is not there, the result has
  /// the Block null.
  MeasuredBlock take(const void *Block);
  void clear();

private:
  uint64_t slot(const void *Block) const {
    return (reinterpret_cast<uint64_t>(Block) >> 3) * 0x9e3779b97f4a7c15u >> 32;
  }
  /// The slot of \p Block, or the free slot where it could be.
  MeasuredBlock &find(const void *Block) const;
  bool grow(Process &P, const sys::SignalGuard &Guard);

  MeasuredBlock *Slots;
  uint64_t Capacity; ///< A power of two; 0 at first.
  uint64_t Count;    ///< At most three quarters of Capacity.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_MEASURE_MEASUREDBLOCKS_H

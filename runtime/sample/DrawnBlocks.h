//===- DrawnBlocks.h - which blocks may have been drawn ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells of nearly every block that is not recorded that it is not, in a few
/// instructions: so free need not look for it. There is a counter for each
/// range of addresses, and ranges that are far apart share one:
/// \code
///   address bits 4 to 21 -> counter of 8 bits: how many recorded blocks of
///                           such addresses live
/// \endcode
/// Blocks that are side by side have counters that are side by side. So free
/// reads about a sixteenth of the cache lines that the blocks themselves take.
/// A counter that was full once stays full.
///
/// All functions but begin(): any thread, async-signal-safe.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_SAMPLE_DRAWNBLOCKS_H
#define ANOMALLOC_RUNTIME_SAMPLE_DRAWNBLOCKS_H

#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {

class DrawnBlocks {
public:
  /// Forgets all blocks, as a recording begins. Called before any other
  /// function. Returns false if there is no memory.
  static bool begin();

  /// Whether \p Block may be recorded. A block that is, or was when a process
  /// forked, always may. Null never is.
  static bool mayHave(const void *Block) {
    // An atomic load would be an instruction of its own.
    return *static_cast<const volatile uint8_t *>(&counterOf(Block));
  }

  /// Called before \p Block is recorded, by who makes it.
  static void add(const void *Block) { change(Block, 1); }

  /// Called once a recorded block is not known any more.
  static void remove(const void *Block) { change(Block, -1); }

private:
  static constexpr unsigned Step = 4, Bits = 18;
  static constexpr size_t Size = size_t(1) << Bits;
  static constexpr uint8_t Full = UINT8_MAX;

  static uint8_t &counterOf(const void *Block) {
    return Counters[uintptr_t(Block) >> Step & (Size - 1)];
  }

  static void change(const void *Block, int By) {
    uint8_t &C = counterOf(Block);
    uint8_t Known = __atomic_load_n(&C, __ATOMIC_RELAXED);
    // Counters that were cleared meanwhile have nothing to take away from.
    while (Known != Full && (By > 0 || Known) &&
           !__atomic_compare_exchange_n(&C, &Known, uint8_t(Known + By), true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      continue;
  }

  /// Null before begin(). The memory is touched only where blocks are, and a
  /// forked child finds it zeroed.
  static __attribute__((visibility("hidden"))) uint8_t *Counters;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_SAMPLE_DRAWNBLOCKS_H

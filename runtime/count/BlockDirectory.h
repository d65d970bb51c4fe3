//===- BlockDirectory.h - where a lane's blocks are -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COUNT_BLOCKDIRECTORY_H
#define ANOMALLOC_RUNTIME_COUNT_BLOCKDIRECTORY_H

#include "process/System.h"
#include <stdint.h>

namespace anomalloc::runtime {

struct Process;

/// Maps a section and a unit to a lane's block of counters. A hash table with
/// open addressing, in memory that a forked child finds zeroed. Only the lane's
/// own thread writes it, under a SignalGuard. Valid when zeroed.
class BlockDirectory {
public:
  uint64_t *find(uint32_t Section, uint32_t Unit) const;
  /// Returns false when there is no memory. Later look-ups then miss \p Block,
  /// so the caller makes a new one. That costs space, but no count is lost.
  bool insert(Process &P, const sys::SignalGuard &Guard, uint32_t Section,
              uint32_t Unit, uint64_t *Block);

private:
  struct Entry {
    uint64_t Key; ///< section << 32 | unit; unit is never 0.
    uint64_t *Block;
  };
  static void place(Entry *Table, uint32_t Capacity, Entry E);

  Entry *Entries;
  uint32_t Capacity; ///< A power of two, or 0.
  uint32_t Used;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_BLOCKDIRECTORY_H

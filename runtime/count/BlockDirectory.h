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

/// From (section, unit) to a lane's block of slots. Open addressing in wiped
/// memory; written by the lane's own thread under a SignalGuard only. Valid
/// when zeroed.
class BlockDirectory {
public:
  uint64_t *find(uint32_t Section, uint32_t Unit) const;
  /// False when there is no memory: the block is then looked up in vain and
  /// made anew, which costs space, not counts.
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

//===- Sums.h - what was read and written of a block ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_ACCESS_SUMS_H
#define ANOMALLOC_RUNTIME_ACCESS_SUMS_H

#include "access/Windows.h"

#include "lifetime/LiveTable.h"

namespace anomalloc::runtime {

struct LifetimeRow;
struct Process;

/// A block whose accesses are to be added up.
struct AccessedBlock {
  const void *Block;
  uint64_t Size;  ///< Bytes asked for.
  uint64_t Born;  ///< The allocation clock just after its birth, in bytes.
  uint64_t Now;   ///< The clock.
  /// The lane whose thread made the block; null: that thread is not known.
  const Lane *Maker;
};

/// Adds the accesses of \p Its to the counters of \p R, a row of all stacks of
/// the lane \p Of, and clears the block's slots. Called by the thread that
/// counts in \p Of, while nobody uses the block.
void addAccesses(Accesses &All, Lane &Of, LifetimeRow &R,
                 const AccessedBlock &Its);

/// In the mode access: notes that \p Block was made, of \p Size bytes.
void beginBlock(Lane &L, const void *Block, uint64_t Size);

/// Adds the accesses of \p Block, whose entry in the live table is, or was,
/// \p Its. The block's memory still belongs to the caller.
void endBlock(Lane &L, const void *Block, const LiveTable::Entry &Its);

/// Clears what was counted of a block that ends, and is in no row. \p Its as
/// for endBlock(); without a Place the block is not known.
void dropBlock(Process &P, const void *Block, const LiveTable::Entry &Its);

/// Adds the accesses of all blocks that live now. From then on no accesses are
/// counted.
void endAccesses(Process &P);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_ACCESS_SUMS_H

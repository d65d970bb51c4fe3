//===- Sums.h - what was read and written of a block ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_ACCESS_SUMS_H
#define ANOMALLOC_RUNTIME_ACCESS_SUMS_H

#include "lifetime/LiveTable.h"

namespace anomalloc::runtime {

struct Lane;
struct LifetimeRow;
struct Process;

/// Notes that \p Block was made, of \p Size bytes. Like all functions here,
/// only in the mode access.
void beginBlock(Lane &L, const void *Block, uint64_t Size);

/// Adds the accesses of \p Block, whose entry in the live table is, or was,
/// \p Its. The block's memory still belongs to the caller.
void endBlock(Lane &L, const void *Block, const LiveTable::Entry &Its);

/// The same, of a block that the thread itself made, at \p Born on the clock,
/// in its row \p R. Does nothing when the accesses have ended.
void endOwnBlock(Lane &L, const void *Block, LifetimeRow &R, uint64_t Born);

/// Clears what was counted of a block that ends, and is in no row. \p Its as
/// for endBlock(); without a Place the block is not known.
void dropBlock(Process &P, const void *Block, const LiveTable::Entry &Its);

/// Adds the accesses of all blocks that live now. From then on no accesses are
/// counted. Does nothing in a signal handler that interrupted the recording.
void endAccesses(Process &P);

/// Does so in the lane \p L, which no other thread uses.
void endAccesses(Process &P, Lane &L);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_ACCESS_SUMS_H

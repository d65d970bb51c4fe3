//===- Stacks.h - the calling stack of an event -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_STACKS_H
#define ANOMALLOC_RUNTIME_STACKS_STACKS_H

#include "count/Detail.h"
#include "stacks/StackTable.h"

namespace anomalloc::runtime {

/// The stack of an event: a node in one of the lane's spaces (StackRowsRecord).
struct StackRef {
  uint32_t Node; ///< 0: the stack is not known.
  uint32_t Space;
  StackCountRef *Row; ///< The event's row; null if Node is 0 or Space is 1.
};

/// The row of lifetimes for blocks like that of \p E, which comes from \p Stack.
/// Makes the row if there is none. Null: there is no memory, or the lane's Watch
/// is busy. By the lane's own thread.
LifetimeRow *findLifetimeRow(Lane &L, const DetailedEvent &E,
                             const StackRef &Stack);

/// Counts \p E by its calling stack. If the stack cannot be found out or
/// stored, counts \p E among the lost stacks of the profile's header, and
/// returns the node 0. Async-signal-safe, keeps errno. By the lane's own
/// thread.
StackRef noteStack(Lane &L, const DetailedEvent &E);

/// Counts an event of the site \p Asking (AnomallocTls), if the row of counts
/// for its stack is at hand. With \p WithLifetime, the lifetime row must be at
/// hand, too. Otherwise counts nothing, and returns null pointers. \p Frame is
/// the frame of the interposed function (recordAllocation). Threads and signals
/// as for noteStack().
template <bool WithLifetime>
StackCountRef countAtHand(Lane &L, uint64_t Asking, const uint64_t *Frame,
                          uint32_t Section, uint64_t Size);

/// Does what countAtHand() does in the lane and the section of the calling
/// thread, for an event whose row is not at hand: looks for its stack, and makes
/// the rows that are missing. \p Block is the event's. \p Dark is null, or the
/// dark code that allocates.
/// Returns null pointers, and has counted nothing, if the case is not a usual
/// one.
template <bool WithLifetime>
StackCountRef countNearHand(uint64_t Asking, const void *Dark,
                            const uint64_t *Frame, const void *Block,
                            uint64_t Size);

/// Makes countAtHand() find \p Its, the lifetime row of \p E. noteStack() must
/// have counted \p E, and E.Frame must not be null.
void keepAtHand(Lane &L, const DetailedEvent &E, LifetimeRow &Its);

/// Called for each event by a runtime that is built for tests, with the return
/// addresses of its stack, innermost first (runtime/stacks/StackWitness.cpp).
void stackWitness(const uint64_t *Pcs, unsigned Count);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_STACKS_H

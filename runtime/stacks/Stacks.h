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

/// A node of a lane's space.
struct StackRef {
  uint32_t Node; ///< 0: the stack is not known.
  uint32_t Space;
  StackCountRef *Row; ///< Row of the event; null if Space is not 0.
};

/// Counts \p E by its calling stack, or adds it to the header's lost stacks.
/// Async-signal-safe, keeps errno. By the lane's own thread.
StackRef noteStack(Lane &L, const DetailedEvent &E);

/// Counts an event of the site \p Asking (AnomallocTls), if the rows of its
/// stack are at hand. With \p WithLifetime, the row of its lifetime must be at
/// hand, too. Otherwise returns no rows, and counts nothing. \p Frame is the
/// frame of the interposed function (recordAllocation). Threads and signals as
/// for noteStack().
template <bool WithLifetime>
StackCountRef countAtHand(Lane &L, uint64_t Asking, const uint64_t *Frame,
                          uint32_t Section, uint64_t Size);

/// Keeps \p Its at hand, the lifetime row of \p E. \p E has a frame and was
/// counted by its stack.
void keepAtHand(Lane &L, const DetailedEvent &E, LifetimeRow &Its);

/// Called for each event by a runtime that is built for tests, with the return
/// addresses of its stack, innermost first (runtime/stacks/StackWitness.cpp).
void stackWitness(const uint64_t *Pcs, unsigned Count);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_STACKS_H

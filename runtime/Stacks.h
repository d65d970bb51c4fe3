//===- Stacks.h - the calling stack of an event -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_H
#define ANOMALLOC_RUNTIME_STACKS_H

#include "Detail.h"

namespace anomalloc {

/// A node of a lane's space.
struct StackRef {
  uint32_t Node; ///< 0: the stack is not known.
  uint32_t Space;
};

/// Counts \p E by its calling stack, or adds it to the header's lost stacks.
/// Async-signal-safe, keeps errno. By the lane's own thread.
StackRef noteStack(Lane &L, const DetailedEvent &E);

/// Called for each event by a runtime that is built for tests, with the return
/// addresses of its stack, innermost first (runtime/StackWitness.cpp).
void stackWitness(const uint64_t *Pcs, unsigned Count);

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_STACKS_H

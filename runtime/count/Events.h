//===- Events.h - counting one event ----------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COUNT_EVENTS_H
#define ANOMALLOC_RUNTIME_COUNT_EVENTS_H

#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {

/// Counts a dark allocation: \p Block of \p Size bytes, which no instrumented
/// site asked for. \p Caller is the return address in the code that asked.
/// \p Form as in DetailedEvent. Async-signal-safe, any thread, keeps errno.
void countDark(const void *Caller, const void *Block, size_t Size,
               uint32_t Form = 0);

/// Notes that the runtime's allocation functions are being called. One call is
/// enough.
void noteInterposed();

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_EVENTS_H

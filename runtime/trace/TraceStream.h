//===- TraceStream.h - a lane's blocks in a trace ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Helps Trace.cpp to write events: makes room in a lane's block of the file,
/// and writes the times between events. What Trace.h says of threads and
/// signals holds here, too.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_TRACE_TRACESTREAM_H
#define ANOMALLOC_RUNTIME_TRACE_TRACESTREAM_H

#include "count/BusyGuard.h"
#include "count/Lane.h"
#include "trace/Trace.h"

namespace anomalloc::runtime {

/// Called when the lane's stream is at its limit. Writes the time, or goes on
/// in a new block. Returns false when the file cannot grow, or there is no
/// memory. The lane must be busy.
bool makeRoom(Lane &L);

/// Writes the time after an event of a large block, because the order of such
/// events in several lanes decides how much lives at once. The stream must have
/// room for the time, and the lane must be busy.
ANOMALLOC_PRESERVE_MOST void tellTimeOfLarge(TraceWriter &W);

/// Publishes the records that are written up to \p End.
inline void commit(TraceWriter &W, char *End) {
  W.At = End;
  uint32_t Used = uint32_t(End - reinterpret_cast<char *>(W.Block + 1));
  __atomic_store_n(&W.Block->Used, Used, __ATOMIC_RELEASE);
}

/// Whether the lane may write one event. The caller's \p Guard must live until
/// the event is written.
inline bool hasRoom(Lane &L, const BusyGuard &Guard) {
  const TraceWriter &W = L.Traced;
  return __builtin_expect(bool(Guard), 1) &&
         (__builtin_expect(W.At < W.Limit, 1) || makeRoom(L));
}

/// Adds to one of the header's sums of events that could not be written.
inline void noteLost(uint64_t &Counter, uint64_t Value = 1) {
  __atomic_fetch_add(&Counter, Value, __ATOMIC_RELAXED);
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_TRACE_TRACESTREAM_H

//===- TraceStream.h - a lane's blocks in a trace ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What Trace.cpp writes events with: room in a lane's block of the file, and
/// the times between them. Threads and signals as Trace.h says.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_TRACE_TRACESTREAM_H
#define ANOMALLOC_RUNTIME_TRACE_TRACESTREAM_H

#include "count/BusyGuard.h"
#include "count/Lane.h"
#include "trace/Trace.h"

namespace anomalloc::runtime {

/// At the limit of the lane's stream: tells the time, or goes on in a new
/// block. False when the file cannot grow, or there is no memory. The lane is
/// busy.
bool makeRoom(Lane &L);

/// The time behind an event, of a large block: in which order these of several
/// lanes come decides how much lives at once. There is room for it. The lane is
/// busy.
ANOMALLOC_PRESERVE_MOST void tellTimeOfLarge(TraceWriter &W);

/// What is written up to \p End counts.
inline void commit(TraceWriter &W, char *End) {
  W.At = End;
  uint32_t Used = uint32_t(End - reinterpret_cast<char *>(W.Block + 1));
  __atomic_store_n(&W.Block->Used, Used, __ATOMIC_RELEASE);
}

/// The lane may write one event, which \p Guard stands around.
inline bool hasRoom(Lane &L, const BusyGuard &Guard) {
  const TraceWriter &W = L.Traced;
  return __builtin_expect(bool(Guard), 1) &&
         (__builtin_expect(W.At < W.Limit, 1) || makeRoom(L));
}

/// For the header's sums of what could not be written.
inline void noteLost(uint64_t &Counter, uint64_t Value = 1) {
  __atomic_fetch_add(&Counter, Value, __ATOMIC_RELAXED);
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_TRACE_TRACESTREAM_H

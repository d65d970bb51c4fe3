//===- Watcher.h - blocks from birth to death -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lifetime modes: every block that passes the runtime's allocation
/// functions is known from then on until it is freed. Forgetting comes before
/// the real free, so an address is never known twice.
///
/// How a block finds its site: the interposed function leaves the block in
/// PendingBlock, and the event of the site, which follows, takes it from there.
/// The pointer that the site itself got is ignored: it may be a pool's, or that
/// of a class's own operator new.
///
/// All functions: any thread, async-signal-safe, errno is kept.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_WATCHER_H
#define ANOMALLOC_RUNTIME_WATCHER_H

#include "Growth.h"
#include "HeapClock.h"
#include "LifetimeRows.h"
#include "LiveTable.h"
#include "anomalloc/Abi.h"

namespace anomalloc {

struct Lane;
struct Process;

/// What the process knows about its blocks. Valid when zeroed.
struct Lifetimes {
  LiveTable Live;
  LifetimeKeys Keys;
  HeapClock Clock;
  format::LifetimeTotalsRecord *Totals; ///< Null: the mode records none.
  uint32_t TemporaryLimit;
  bool Timed;
  bool FreesSeen;
};

/// What a lane knows about its blocks. Valid when zeroed.
struct Watch {
  LifetimeRows Rows;
  LiveBlockPool Pool;
  Growth Growing;
  /// Serial number of the thread that has the lane, as in LiveBlock.
  uint32_t Thread;
  /// Not 0 while that thread changes any of this. A signal handler that comes
  /// then must leave it alone.
  uint32_t Busy;
  /// What the thread has not yet told the process's clock.
  KeptBack Kept;
  /// The thread's newest blocks, a ring.
  static constexpr uint32_t MaxTemporary = 63;
  uint32_t NextRecent;
  const void *Recent[MaxTemporary + 1];
  /// What the thread's AnomallocActivations::Entered points to; null until a
  /// block is made in an activation.
  AnomallocActivation *Entered;
};

/// Whether the mode needs to see frees. Set once, when the first profile
/// begins; a forked child keeps it.
extern bool Watching;

/// The block that the calling thread's site has just been given and will
/// report.
extern __thread const void *PendingBlock
    __attribute__((tls_model("initial-exec")));

/// Prepares \p P for watching, while its profile begins.
void beginLifetimes(Process &P, const sys::SignalGuard &Guard);

/// A thread takes the lane.
void beginWatch(Lane &L);

/// The thread that has the lane ends.
void endWatch(Lane &L);

/// A block of \p Key was made. If \p Block is null, it is counted as unwatched.
void watchAllocation(Lane &L, const LifetimeKey &Key, const void *Block);

/// The program is about to free \p Block. \p Caller is the return address in
/// the code that frees.
void watchFree(const void *Block, const void *Caller);

/// Stands around a call of realloc(3). The constructor forgets the old block,
/// because another thread may get its address during the call.
class ReallocWatch {
public:
  explicit ReallocWatch(const void *Old);
  /// The call returned \p New of \p Size bytes.
  void done(const void *Caller, const void *New, size_t Size);
  /// The call failed: the old block is known again.
  void failed();

private:
  const void *Old;
  LiveTable::Entry Its;
};

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_WATCHER_H

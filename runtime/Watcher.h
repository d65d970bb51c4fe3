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
/// How an allocation finds its site: the interposed function leaves the block
/// in PendingBlock, and the site's event, which follows, takes it away. What
/// other pointer the site got (a pool's block, a class's own operator new) is
/// not looked at.
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

/// What the process knows of its blocks. Valid when zeroed.
struct Lifetimes {
  LiveTable Live;
  LifetimeKeys Keys;
  HeapClock Clock;
  format::LifetimeTotalsRecord *Totals; ///< Null: the mode records none.
  uint32_t TemporaryLimit;
  bool Timed;
  bool FreesSeen;
};

/// What a lane knows. Valid when zeroed.
struct Watch {
  LifetimeRows Rows;
  LiveBlockPool Pool;
  Growth Growing;
  /// Serial number of the thread that has the lane, as in LiveBlock.
  uint32_t Thread;
  /// Whether that thread is in the middle of changing all this: a signal
  /// handler must then leave it alone.
  uint32_t Busy;
  /// What the process's clock does not know yet.
  KeptBack Kept;
  /// The thread's newest blocks, a ring.
  static constexpr uint32_t MaxTemporary = 63;
  uint32_t NextRecent;
  const void *Recent[MaxTemporary + 1];
  /// What the thread's AnomallocActivations::Entered points to; null until a
  /// block is made in an activation.
  AnomallocActivation *Entered;
};

/// Whether the running mode wants to see frees. Set once, when the first
/// profile begins; a forked child keeps it.
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

/// A block of \p Key was born; \p Block null: it cannot be watched.
void watchAllocation(Lane &L, const LifetimeKey &Key, const void *Block);

/// The program is about to give \p Block back; \p Caller is the return address
/// in the code that does.
void watchFree(const void *Block, const void *Caller);

/// Around realloc(3): the old block is forgotten before the call, for another
/// thread may get its address, and comes back when the call fails.
class ReallocWatch {
public:
  explicit ReallocWatch(const void *Old);
  /// It gave \p New of \p Size bytes.
  void done(const void *Caller, const void *New, size_t Size);
  void failed();

private:
  const void *Old;
  LiveTable::Entry Its;
};

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_WATCHER_H

//===- Watcher.h - blocks from birth to death -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lifetime modes. Every block that passes the runtime's allocation
/// functions is known until it is freed. A block is forgotten before the real
/// free, so an address is never known twice.
///
/// Sometimes a site's event comes here only after the site's call (Detail.h).
/// Then the interposed function leaves the block in PendingBlock, and the event
/// takes it from there. The pointer that the site itself got is ignored: it may
/// come from a pool, or from a class's own operator new.
///
/// Any thread may call these functions. They are async-signal-safe, and keep
/// errno.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_LIFETIME_WATCHER_H
#define ANOMALLOC_RUNTIME_LIFETIME_WATCHER_H

#include "anomalloc/Abi.h"
#include "lifetime/DrawnTable.h"
#include "lifetime/Growth.h"
#include "lifetime/HeapClock.h"
#include "lifetime/LifetimeRows.h"
#include "lifetime/LiveTable.h"

namespace anomalloc::runtime {

struct Lane;
struct Process;

/// What the process knows about its blocks. Valid when zeroed.
struct Lifetimes {
  LiveTable Live; ///< In a sampled run it has no entries, but the LiveBlocks.
  DrawnTable Drawn;
  LifetimeKeys Keys;
  HeapClock Clock;
  format::LifetimeTotalsRecord *Totals; ///< Null: the mode records none.
  uint32_t TemporaryLimit;
  bool Timed;
  bool Sampled; ///< Only drawn blocks are watched (sample/Draws.h).
  bool FreesSeen;
  /// In a sampled run: all rows are those of this lane, whoever makes or frees.
  /// No thread has the lane; who counts holds DrawnLock.
  Lane *OfDrawn;
  sys::Lock DrawnLock;

  LiveTable::Entry find(const void *Block) const {
    return __builtin_expect(Sampled, 0) ? Drawn.find(Block) : Live.find(Block);
  }
};

/// What a lane knows about its blocks. Must be zeroed; then beginWatch() makes
/// it valid.
struct Watch {
  LifetimeRows Rows;
  LiveBlockPool Pool;
  Growth Growing;
  /// The allocation clock when the thread took the lane. Blocks that this lane
  /// made until then were made by another thread.
  uint64_t Since;
  /// Not 0 while the lane's thread changes any member. A signal handler that
  /// comes then must leave all members alone.
  uint32_t Busy;
  /// The sums that the thread has not yet added to the process's clock.
  KeptBack Kept;
  /// The thread's newest blocks, a ring.
  static constexpr uint32_t MaxTemporary = 63;
  uint32_t NextRecent;
  const void *Recent[MaxTemporary + 1];
  /// In a sampled run: eventMark() just after the newest block was drawn.
  uint64_t RecentMark;
  /// The entry of the block that the thread made last. Its Word is not at its
  /// Place if that entry has not its usual form.
  LiveTable::Born Newest;
  void forgetNewest() { Newest = {&Newest.Clock, 1, 0}; }
  /// What the thread's AnomallocActivations::Entered points to; null until a
  /// block is made in an activation.
  AnomallocActivation *Entered;
};

/// The block that the heap has just given to a site of the calling thread, and
/// that the site's event will report; null: none. PendingForm is the block's
/// DetailedEvent::Form.
extern __thread const void *PendingBlock
    __attribute__((tls_model("initial-exec")));
extern __thread uint32_t PendingForm __attribute__((tls_model("initial-exec")));

/// Prepares \p P for watching, while its profile begins.
void beginLifetimes(Process &P, const sys::SignalGuard &Guard);

/// Called when the calling thread takes the lane.
void beginWatch(Lane &L);

/// Called when the thread that has the lane ends.
void endWatch(Lane &L);

/// Notes that \p Block was made, with the key \p Key. If \p Block is null, a
/// block is counted as unwatched. \p Known is a guess at the row of \p Key, or
/// null. Returns the row of \p Key, or null if the block is not watched.
LifetimeRow *watchAllocation(Lane &L, const LifetimeKey &Key, const void *Block,
                             LifetimeRow *Known);

/// Notes that the program is about to free \p Block. \p Caller is the return
/// address in the code that frees.
/// Returns whether the block was watched.
ANOMALLOC_PRESERVE_MOST bool watchFree(const void *Block, const void *Caller);

/// Does what watchFree() does for \p Block, which is not null, of a run with a
/// usual way (UsualWay.h). Returns false, and does nothing, if all that the usual
/// way asks for blocks of the kind has another answer: the thread's lane and
/// the block must be known. What is not at hand is made.
bool watchFreeNearHand(const void *Block, const void *Caller);

/// In a sampled run: notes that the calling thread, whose lane is \p L, has
/// allocated what takeUntold() says. Does nothing in a signal handler that
/// interrupted the recording.
void tellPassed(Lane &L);

/// In a sampled run: what noteMade() and noteFreed() tell the clock. Return the
/// clock. \p W must be busy.
uint64_t clockOfDrawn(Lifetimes &All, Watch &W, const LifetimeRow &R,
                      uint64_t Size);
uint64_t clockOfFreed(Lifetimes &All, Watch &W, const LifetimeRow &R);

/// Notes that a free has come to the runtime.
void noteFreesSeen();

/// Fills \p At with the block \p Born, which needs more than an entry has room
/// for. Without memory for a LiveBlock, stores only the row and the clock (if
/// that is too large, the largest that fits). By the lane's own thread, which
/// has made the lane's Watch busy.
ANOMALLOC_PRESERVE_MOST void enterFull(Lifetimes &All, Watch &W,
                                       const LiveTable::Entry &At,
                                       const LiveBlock &Born);

/// Stands around a call of realloc(3). The constructor forgets the old block,
/// because another thread may get its address during the call.
class ReallocWatch {
public:
  explicit ReallocWatch(const void *Old) : Old(Old) {
    if (Old)
      forget();
  }
  /// Notes that the call returned \p New, of \p Size bytes; null if it only
  /// freed the old block. \p Caller is the return address in the code that
  /// called realloc.
  void done(const void *Caller, const void *New, size_t Size) {
    if (Old)
      tell(Caller, New, Size);
  }
  /// Notes that the call failed. The old block is known again.
  void failed();
  /// Whether the old block was watched.
  bool wasWatched() const { return Its.Place; }

private:
  void forget();
  void endAccessesOfOld();
  void tell(const void *Caller, const void *New, size_t Size);

  const void *Old;
  Process *P = nullptr; ///< Who knew the old block; null: nobody.
  LiveTable::Entry Its;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_LIFETIME_WATCHER_H

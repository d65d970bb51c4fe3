//===- Lane.h - one thread's counters ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A lane is where one thread counts. It has tables of blocks of counters, a
/// size table, and a stretch of the profile. When the thread ends, a later
/// thread goes on with the lane and adds to the same counters: nothing is
/// copied, nothing is lost.
///
/// Only the thread that has a lane touches it, with two exceptions: any thread
/// may set entries of the block table for the process-wide phases to null, and
/// leaveLanes() does more.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COUNT_LANE_H
#define ANOMALLOC_RUNTIME_COUNT_LANE_H

#include "anomalloc/Abi.h"
#include "count/BlockDirectory.h"
#include "count/SizeTable.h"
#include "count/Units.h"
#include "lifetime/Watcher.h"
#include "profile/ProfileFile.h"
#include "trace/Trace.h"

namespace anomalloc::runtime {

struct Process;
struct StackRecorder;
struct WindowRef;

/// The block table that threads start with: null for every unit.
extern uint64_t *EmptyBlocks[MaxUnits];

struct Lane {
  /// Points to the lane itself; null after a fork wiped it.
  Lane *Self;
  Process *Owner;
  Lane *Next;
  uint32_t Number;
  uint32_t Tid; ///< 0: free to be taken over.
  format::ThreadRecord *Record;
  RecordWriter Records;
  /// Block table for the process-wide phase. Any thread may clear entries.
  uint64_t **PhaseBlocks;
  /// Block table for the calling thread's scopes.
  uint64_t **ScopeBlocks;
  /// PhaseBlocks or ScopeBlocks, whichever the thread counts to now.
  uint64_t **LiveBlocks;
  BlockDirectory Directory;
  SizeTable Sizes;
  SizeClassTable Classes;
  StackRecorder *Stacks; ///< Null until the first stack.
  Watch Watched;
  TraceWriter Traced;
  WindowRef *Window; ///< Null: there is none yet.
  /// Another recording begins: its thread will take another lane. Any thread
  /// may set it.
  bool Leaving;
};

/// The calling thread's lane if MyLane->Self is MyLane; else it has none. Never
/// null.
extern __thread Lane *MyLane __attribute__((tls_model("initial-exec")));

/// Takes a lane for the calling thread: one of an ended thread, or a new one.
/// Null when there is no profile or no memory. Async-signal-safe.
Lane *takeLane();

/// Creates the key of pthreads whose destructor gives back the lane of a thread
/// that ends. Called at the start, while there is one thread. If another thread
/// forked in the middle of this function, the child would wait for ever.
void prepareLanes();

/// The calling thread's lane. If it has none, takes one, as takeLane() does.
inline Lane *currentLane() {
  Lane *L = MyLane;
  return __builtin_expect(L->Self == L, 1) ? L : takeLane();
}

/// Makes the calling thread's instrumented code count to its running scope, or
/// to the phase if there is no scope. In detailed modes the code of pools finds
/// no block of counters, so each event of a pool calls the runtime. All other
/// events call it, too, unless every heap call of the program passes our
/// allocation functions. If sites are only counted (DetailState::CountsSites),
/// it is as in the mode count.
void selectBlocks(Lane &L);

/// Notes that every heap call of the program passes our allocation functions.
/// Called by the program's first thread, while the program starts.
void noteInterposesAll();
extern bool InterposesAll;

/// In detailed modes: whether the interposed function records the blocks of the
/// calling thread's sites. If not, the sites' own events record them.
inline bool notesWhenAsked(const Lane &L) {
  return __anomalloc_tls.Blocks == L.LiveBlocks;
}

/// Makes the threads that have lanes of \p Of, a process or an episode, take
/// others at their next events. What they are about to count still goes to the
/// lanes that they leave.
void leaveLanes(Process &Of, const sys::SignalGuard &Guard);

/// The thread of \p L, who calls this, is about to count to another section.
void forgetBlocks(Lane &L);

/// Clears every lane's PhaseBlocks, because another phase is running now.
void forgetPhaseBlocks(Process &P, const sys::SignalGuard &Guard);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_LANE_H

//===- Beginnings.cpp - of watching, in a process and a thread ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/Lane.h"
#include "interpose/Allocator.h"
#include "lifetime/Activations.h"
#include "lifetime/Watcher.h"
#include "process/Process.h"
#include "sample/Draws.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

/// False when there is no memory.
static bool beginDrawn(Process &P, const sys::SignalGuard &Guard) {
  Lane *Of = static_cast<Lane *>(allocateControl(P, Guard, sizeof(Lane)));
  if (!Of)
    return false;
  Of->Owner = &P;
  Of->Records.Episode = P.Number;
  P.Lifetimes.OfDrawn = Of;
  return true;
}

void beginLifetimes(Process &P, const sys::SignalGuard &Guard) {
  Lifetimes &All = P.Lifetimes;
  All.Sampled = bool(P.Opts.sample);
  All.TemporaryLimit = All.Sampled ? 0
                       : P.Opts.temporary < Watch::MaxTemporary
                           ? uint32_t(P.Opts.temporary)
                           : Watch::MaxTemporary;
  All.Timed = P.Opts.timed;
  if (!All.Sampled)
    All.Live.begin(blockSpacing ? blockSpacing() : 8);
  else if (!beginDrawn(P, Guard))
    return;
  LifetimeTotalsRecord *Totals = nullptr;
  addRecord<LifetimeTotalsRecord>(P, Guard, RecordType::LifetimeTotals,
                                  sizeof(LifetimeTotalsRecord),
                                  [&](LifetimeTotalsRecord &R) {
                                    R.TemporaryLimit = All.TemporaryLimit;
                                    R.Timed = All.Timed;
                                    Totals = &R;
                                  });
  if (!Totals)
    return;
  All.Clock.begin(*Totals, All.Sampled ? TheRate.ClockStep : P.Opts.clock_step);
  All.Totals = Totals;
}

void beginWatch(Lane &L) {
  // Not wiped in a child of fork, so that no two threads of one process ever
  // have the same.
  static uint32_t Newest;
  static __thread uint32_t Mine __attribute__((tls_model("initial-exec")));
  constexpr uint32_t Mask = (1u << LiveBlock::ThreadBits) - 1;
  while (!Mine)
    Mine = __atomic_add_fetch(&Newest, 1, __ATOMIC_RELAXED) & Mask;
  Watch &W = L.Watched;
  if (W.Growing.Thread == Mine)
    return; // It has had the lane before, and nobody since.
  W.Growing.begin(Mine);
  // The thread before may have ended without a word.
  if (Lifetimes &All = L.Owner->Lifetimes; All.Totals)
    W.Since = All.Clock.tell(W.Kept);
  forgetActivations(L);
  W.forgetNewest();
  for (const void *&Block : W.Recent)
    Block = nullptr;
}

void endWatch(Lane &L) {
  Lifetimes &All = L.Owner->Lifetimes;
  if (!All.Totals)
    return;
  if (All.Sampled)
    tellPassed(L);
  else
    All.Clock.tell(L.Watched.Kept);
}

} // namespace anomalloc::runtime

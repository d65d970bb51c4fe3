//===- Lane.cpp - threads come and go -------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/Lane.h"
#include "count/Sections.h"
#include "count/Units.h"
#include "process/Process.h"
#include "sample/Draws.h"
#include <pthread.h>

using namespace anomalloc::format;
using anomalloc::runtime::EmptyBlocks;

extern "C"
    __attribute__((visibility("default"))) __thread AnomallocTls __anomalloc_tls
    __attribute__((tls_model("initial-exec"))) = {EmptyBlocks, 0, nullptr,    0,
                                                  0,           0, EmptyBlocks};

namespace anomalloc::runtime {

uint64_t *EmptyBlocks[MaxUnits];

bool InterposesAll;

void noteInterposesAll() {
  InterposesAll = true;
  if (MyLane->Self == MyLane)
    selectBlocks(*MyLane);
}

static Lane NoLane;
__thread Lane *MyLane = &NoLane;
/// The lane of no episode that the calling thread left when one began.
static __thread Lane *ParkedLane __attribute__((tls_model("initial-exec")));
static __thread Lane *ReleasedLane __attribute__((tls_model("initial-exec")));

/// Runs when a thread ends; whatever it allocates later takes a lane again.
static void releaseLane(void *Pointer) {
  auto *L = static_cast<Lane *>(Pointer);
  if (MyLane != L || L->Self != L)
    return;
  __anomalloc_tls.Blocks = __anomalloc_tls.PoolBlocks = EmptyBlocks;
  MyLane = &NoLane;
  ReleasedLane = L;
  __anomalloc_activations.Entered = nullptr;
  __anomalloc_access_window = nullptr; // It belongs to the lane's next thread.
  sys::SignalGuard Guard;
  endWatch(*L);
  endTracing(*L);
  Process &P = L->Owner->whole();
  sys::LockGuard Lock(P.LaneLock, Guard);
  __atomic_store_n(&L->Tid, 0, __ATOMIC_RELEASE);
  if (ParkedLane && ParkedLane->Owner == &P && ParkedLane != L)
    __atomic_store_n(&ParkedLane->Tid, 0, __ATOMIC_RELEASE);
}

/// One key for good: created before there are threads, so its number is small
/// and pthread_setspecific needs no memory. A child of fork keeps it. False
/// when the program has used up all keys: lanes are then taken over by
/// threadExists.
static bool exitKey(pthread_key_t &Result) {
  static pthread_key_t Key;
  static bool Works;
  static uint32_t Created; // 0 no, 1 in progress, 2 yes
  uint32_t No = 0;
  sys::SignalGuard Guard;
  if (__atomic_compare_exchange_n(&Created, &No, 1, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE)) {
    Works = pthread_key_create(&Key, releaseLane) == 0;
    __atomic_store_n(&Created, 2, __ATOMIC_RELEASE);
  }
  while (__atomic_load_n(&Created, __ATOMIC_ACQUIRE) != 2)
    sys::yield();
  Result = Key;
  return Works;
}

void prepareLanes() {
  pthread_key_t Key;
  exitKey(Key);
}

/// The kernel's name of the calling thread. A vfork(2) child runs on its
/// parent's thread, which goes on with the lane: that name would be wrong, so
/// it gets one that no thread has, and that never counts as ended.
static uint32_t laneOwner(const Process &P) {
  constexpr uint32_t Nobody = ~uint32_t(0);
  return sys::processId() == P.Pid ? sys::threadId() : Nobody;
}

/// The lane that the calling thread gave back when it began to end: what its
/// other destructors do still belongs there. Null if there is none, or another
/// thread has taken it over.
static Lane *reclaim(Process &P, const sys::SignalGuard &Guard, uint32_t Tid) {
  sys::LockGuard Lock(P.whole().LaneLock, Guard);
  Lane *L = ReleasedLane;
  // A child of fork finds it zeroed.
  if (!L || L->Self != L || L->Owner != &P || L->Tid)
    return nullptr;
  L->Tid = Tid;
  return L;
}

/// The lane that the calling thread left for an episode, if that is over. Null
/// if there is none, or another thread has taken it over.
static Lane *unpark(Process &P, const sys::SignalGuard &Guard, uint32_t Tid) {
  sys::LockGuard Lock(P.whole().LaneLock, Guard);
  Lane *L = ParkedLane;
  return L && L->Owner == &P && L->Tid == Tid ? L : nullptr;
}

/// A lane that no living thread uses, once there are enough to tell threads
/// apart.
static Lane *adopt(Process &P, const sys::SignalGuard &Guard, uint32_t Tid) {
  Process &Whole = P.whole();
  sys::LockGuard Lock(Whole.LaneLock, Guard);
  if (Whole.NumLanes < Whole.Opts.lanes)
    return nullptr;
  auto MayBeTaken = [&](const Lane &L) {
    return L.Owner == &P && !L.Record->Continues;
  };
  Lane *Free = nullptr;
  for (Lane *L = Whole.Lanes; L && !Free; L = L->Next)
    if (MayBeTaken(*L) && !L->Tid)
      Free = L;
  // Threads whose last events came after their last destructors.
  for (Lane *L = Whole.Lanes; L && !Free; L = L->Next)
    if (MayBeTaken(*L) && !sys::threadExists(L->Tid))
      Free = L;
  if (Free) {
    Free->Tid = Tid;
    ++Free->Record->Threads;
  }
  return Free;
}

static Lane *create(Process &P, const sys::SignalGuard &Guard, uint32_t Tid) {
  // In one: where there is no room for the last, the first would be lost.
  auto *Tables = static_cast<uint64_t **>(allocateControl(
      P, Guard, 2 * maxUnits() * sizeof(uint64_t *) + sizeof(Lane)));
  if (!Tables)
    return nullptr;
  auto *L = reinterpret_cast<Lane *>(Tables + 2 * maxUnits());
  L->Owner = &P;
  L->Tid = Tid;
  L->PhaseBlocks = Tables;
  L->ScopeBlocks = Tables + maxUnits();
  L->Records.Episode = P.Number;
  Process &Whole = P.whole();
  void *Memory = L->Records.allocate(Whole.File, Guard, sizeof(ThreadRecord));
  if (!Memory)
    return nullptr;
  L->Record = static_cast<ThreadRecord *>(Memory);
  L->Record->Tid = Tid;
  L->Record->Threads = 1;
  sys::threadName(L->Record->Name);
  if (P.Number && ParkedLane && ParkedLane->Owner == &Whole)
    L->Record->Continues = ParkedLane->Number + 1;

  sys::LockGuard Lock(Whole.LaneLock, Guard);
  L->Number = Whole.NumLanes++;
  L->Record->Lane = L->Number;
  RecordWriter::commit(L->Record->Header, RecordType::Thread);
  L->Next = Whole.Lanes;
  Whole.Lanes = L;
  return L;
}

/// A lane for what is recorded now; null without memory.
static Lane *takeFor(Process &P, const sys::SignalGuard &Guard) {
  const uint32_t Tid = laneOwner(P);
  for (;;) {
    Process &Now = P.recording();
    if (MyLane->Owner == &P)
      ParkedLane = MyLane;
    if (!Now.Opts.mode.detailed())
      PendingBlock = nullptr; // Of an event that an episode did not get.
    Lane *L = unpark(Now, Guard, Tid);
    if (!L)
      L = reclaim(Now, Guard, Tid);
    if (!L)
      L = adopt(Now, Guard, Tid);
    if (!L)
      L = create(Now, Guard, Tid);
    if (!L)
      return nullptr;
    __atomic_store_n(&L->Leaving, false, __ATOMIC_SEQ_CST);
    __atomic_store_n(&L->Self, L, __ATOMIC_SEQ_CST);
    if (&P.recording() == &Now)
      return L;
    // An episode began or ended meanwhile, and leaveLanes() came too early.
    L->Self = nullptr;
    MyLane = L;
  }
}

Lane *takeLane() {
  Process *P = currentProcess();
  if (!P)
    return nullptr;
  pthread_key_t Key;
  bool HasKey = exitKey(Key);
  Lane *L;
  {
    sys::SignalGuard Guard;
    if (MyLane->Self == MyLane)
      return MyLane; // A signal handler took one.
    L = takeFor(*P, Guard);
    if (!L)
      return nullptr;
    MyLane = L;
    beginDraws(L->Owner->Opts.sample);
    beginWatch(*L);
    beginTracing(*L);
    beginWindow(*L);
    selectBlocks(*L);
  }
  if (HasKey)
    pthread_setspecific(Key, L); // May allocate: the lane is in use by now.
  return L;
}

void selectBlocks(Lane &L) {
  uint64_t **Wanted = L.PhaseBlocks;
  if (inScope()) {
    Wanted = L.ScopeBlocks;
    __builtin_memset(Wanted, 0, (numUnits() + 1) * sizeof(uint64_t *));
  }
  L.LiveBlocks = Wanted;
  const Process &P = *L.Owner;
  bool Detailed = P.Opts.mode.detailed() && !P.Detail.CountsSites;
  __anomalloc_tls.PoolBlocks = Detailed ? EmptyBlocks : Wanted;
  __anomalloc_tls.Blocks = Detailed && !InterposesAll ? EmptyBlocks : Wanted;
}

/// Code that counts inline finds no block any more.
static void clearBlocks(uint64_t **Blocks) {
  for (unsigned I = 0, E = numUnits(); I <= E; ++I)
    if (__atomic_load_n(&Blocks[I], __ATOMIC_SEQ_CST))
      __atomic_store_n(&Blocks[I], nullptr, __ATOMIC_SEQ_CST);
}

void leaveLanes(Process &Of, const sys::SignalGuard &Guard) {
  sys::LockGuard Lock(Of.whole().LaneLock, Guard);
  // While a lane has its Self, our allocation functions leave no block behind
  // (PendingBlock) for an event. So each event that finds its lane without has
  // no block of counters either, and comes to the runtime.
  for (Lane *L = Of.whole().Lanes; L; L = L->Next) {
    if (L->Owner != &Of)
      continue;
    __atomic_store_n(&L->Leaving, true, __ATOMIC_SEQ_CST);
    clearBlocks(L->PhaseBlocks);
    clearBlocks(L->ScopeBlocks);
    __atomic_store_n(&L->Self, nullptr, __ATOMIC_SEQ_CST);
  }
}

void forgetBlocks(Lane &L) {
  clearBlocks(L.PhaseBlocks);
  selectBlocks(L);
}

void forgetPhaseBlocks(Process &P, const sys::SignalGuard &Guard) {
  sys::LockGuard Lock(P.LaneLock, Guard);
  for (Lane *L = P.Lanes; L; L = L->Next)
    for (unsigned I = 0, E = numUnits(); I <= E; ++I)
      if (__atomic_load_n(&L->PhaseBlocks[I], __ATOMIC_RELAXED))
        __atomic_store_n(&L->PhaseBlocks[I], nullptr, __ATOMIC_RELAXED);
}

} // namespace anomalloc::runtime

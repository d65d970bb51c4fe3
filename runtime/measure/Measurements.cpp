//===- Measurements.cpp - what tests measure ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/Measurements.h"
#include "anomalloc/Abi.h"
#include "interpose/Allocator.h"
#include "process/Process.h"

namespace anomalloc::runtime {

/// How many measurements of its own blocks the thread has begun. A forked child
/// may find too many: then it looks, and finds none.
static __thread uint32_t RunningHere __attribute__((tls_model("initial-exec")));

/// Different for any two threads that live at the same time.
static const void *thisThread() { return &__anomalloc_tls; }

static uint32_t load(const uint32_t &Number) {
  return __atomic_load_n(&Number, __ATOMIC_ACQUIRE);
}

namespace {
/// The state, with the right to change it.
class Access {
public:
  explicit Access(Process &P) : P(P), M(P.Measured), Held(M.Lock, Guard) {}

  Process &P;
  Measurements &M;
  const sys::SignalGuard Guard;

private:
  sys::LockGuard Held;
};
} // namespace

//===-- Totals
//-------------------------------------------------------------===//

static bool counts(const Measurement &Its, const void *Thread) {
  return !Its.Thread || Its.Thread == Thread;
}

/// Calls \p Do with each measurement that was running when \p B was made.
template <typename Function>
static void forEachOf(const Measurements &M, const MeasuredBlock &B,
                      Function Do) {
  for (Measurement *Its = M.Running; Its; Its = Its->Next)
    if (counts(*Its, B.Maker) && B.Birth > Its->Since)
      Do(*Its);
}

/// The share of the block's stack, up to date with the last peak.
static StackShare &shareOf(Measurement &Its, const MeasuredBlock &B) {
  StackShare &Share = Its.Shares[B.Stack];
  if (Share.PeakSeen != Its.PeakNumber) {
    Share.PeakSeen = Its.PeakNumber;
    Share.PeakBytes = Share.LiveBytes;
  }
  return Share;
}

static void addLive(Measurement &Its, const MeasuredBlock &B) {
  StackShare &Share = shareOf(Its, B);
  ++Share.LiveBlocks;
  Share.LiveBytes += B.Size;
  ++Its.LiveBlocks;
  Its.LiveBytes += B.Size;
  if (Its.LiveBytes > Its.PeakBytes) {
    Its.PeakBytes = Its.LiveBytes;
    ++Its.PeakNumber;
  }
}

static void subtractLive(Measurement &Its, const MeasuredBlock &B) {
  StackShare &Share = shareOf(Its, B);
  --Share.LiveBlocks;
  Share.LiveBytes -= B.Size;
  --Its.LiveBlocks;
  Its.LiveBytes -= B.Size;
}

/// The number of the stack of the thread's event: up to where the outermost
/// measurement begins that wants it.
static uint32_t stackFor(Access &A, const uint64_t *Frame) {
  uint64_t Base = 0;
  for (const Measurement *Its = A.M.Running; Its; Its = Its->Next) {
    if (!Its->WithStacks || !counts(*Its, thisThread()))
      continue;
    uint64_t Ends = Its->Begun == thisThread() ? Its->Base : ~uint64_t(0);
    Base = Ends > Base ? Ends : Base;
  }
  return Base ? A.M.Stacks.number(A.P, Frame, Base) : 0;
}

//===-- Events
//-------------------------------------------------------------===//

/// The process, if somebody measures. If nobody does, this is a forked child,
/// or the last one has just ended: then the functions take their usual way.
static Process *measuringProcess() {
  Process *P = knownProcess();
  if (!P)
    return nullptr;
  if (load(P->Measured.NumRunning))
    return P;
  Access A(*P);
  if (!A.M.NumRunning)
    interposeForTests(false);
  return nullptr;
}

static bool isMeasuredHere(const Process &P) {
  return RunningHere || load(P.Measured.NumOfProcess);
}

void measureBirth(const uint64_t *Frame, const void *Block, size_t Size) {
  Process *P = measuringProcess();
  if (!P || !isMeasuredHere(*P))
    return;
  Access A(*P);
  MeasuredBlock B = {Block, thisThread(), ++A.M.Clock, Size, 0};
  B.Stack = stackFor(A, Frame);
  // Whoever gave an older one at this address back did so unseen.
  if (MeasuredBlock Older = A.M.Blocks.take(Block); Older.Block)
    forEachOf(A.M, Older, [&](Measurement &Its) { subtractLive(Its, Older); });
  const bool Known = A.M.Blocks.insert(*P, A.Guard, B);
  forEachOf(A.M, B, [&](Measurement &Its) {
    ++Its.Allocations;
    Its.Bytes += Size;
    StackShare &Share = Its.Shares[B.Stack];
    ++Share.Allocations;
    Share.Bytes += Size;
    if (Known)
      addLive(Its, B);
    else
      ++Its.Unfollowed;
  });
}

static void countFree(Measurements &M, uint64_t Number) {
  for (Measurement *Its = M.Running; Its; Its = Its->Next)
    if (counts(*Its, thisThread()))
      Its->Frees += Number;
}

MeasuredBlock measureDeath(const void *Block) {
  Process *P = Block ? measuringProcess() : nullptr;
  if (!P)
    return {};
  Access A(*P);
  MeasuredBlock B = A.M.Blocks.take(Block);
  countFree(A.M, 1);
  if (B.Block)
    forEachOf(A.M, B, [&](Measurement &Its) { subtractLive(Its, B); });
  return B;
}

void measureFailedDeath(const void *Block, const MeasuredBlock &B) {
  Process *P = Block ? measuringProcess() : nullptr;
  if (!P)
    return;
  Access A(*P);
  countFree(A.M, ~uint64_t(0));
  if (!B.Block)
    return;
  const bool Known = A.M.Blocks.insert(*P, A.Guard, B);
  forEachOf(A.M, B, [&](Measurement &Its) {
    if (Known)
      addLive(Its, B);
    else
      ++Its.Unfollowed;
  });
}

//===-- Beginning and ending
//-----------------------------------------------===//

static Measurement *takeUnused(Access &A) {
  if (Measurement *Its = A.M.Unused) {
    A.M.Unused = Its->Next;
    return Its;
  }
  return static_cast<Measurement *>(
      allocateControl(A.P, A.Guard, sizeof(Measurement)));
}

static void start(Access &A, Measurement &Its) {
  Its.Runs = true;
  Its.Since = ++A.M.Clock;
  Its.Next = A.M.Running;
  A.M.Running = &Its;
  ++A.M.NumUsed;
  if (Its.Thread)
    ++RunningHere;
  else
    __atomic_store_n(&A.M.NumOfProcess, A.M.NumOfProcess + 1, __ATOMIC_RELEASE);
  if (!A.M.NumRunning)
    interposeForTests(true);
  __atomic_store_n(&A.M.NumRunning, A.M.NumRunning + 1, __ATOMIC_RELEASE);
}

/// By the thread that began it.
static void stop(Access &A, Measurement &Its) {
  if (!Its.Runs)
    return;
  Its.Runs = false;
  Measurement **At = &A.M.Running;
  while (*At != &Its)
    At = &(*At)->Next;
  *At = Its.Next;
  if (Its.Thread)
    --RunningHere;
  else
    __atomic_store_n(&A.M.NumOfProcess, A.M.NumOfProcess - 1, __ATOMIC_RELEASE);
  __atomic_store_n(&A.M.NumRunning, A.M.NumRunning - 1, __ATOMIC_RELEASE);
  if (!A.M.NumRunning)
    interposeForTests(false);
}

static void end(Access &A, Measurement &Its) {
  stop(A, Its);
  Its.Since = 0;
  Its.Next = A.M.Unused;
  A.M.Unused = &Its;
  if (--A.M.NumUsed)
    return;
  A.M.Blocks.clear();
  A.M.Stacks.clear();
}

/// Those that the calling thread began after \p Outer were left by a longjmp,
/// or nobody ended them: nobody will.
static void endInner(Access &A, const Measurement &Outer) {
  for (Measurement *Its = A.M.Running; Its;) {
    Measurement *Next = Its->Next;
    if (Its->Begun == Outer.Begun && Its->Since > Outer.Since)
      end(A, *Its);
    Its = Next;
  }
}

/// What the program holds is \p Its, and not one that has ended since.
static bool isOf(const anomalloc_measurement &M, const Measurement *Its) {
  return Its && Its->Since && Its->Since == M.number;
}

/// Frames end at the function around \p Object, if that is on this stack.
static uint64_t baseFor(const void *Object) {
  auto Address = reinterpret_cast<uint64_t>(Object);
  auto Here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  return ascends(Here & ~uint64_t(7), Address & ~uint64_t(7)) ? Address
                                                              : ~uint64_t(0);
}

static void fill(anomalloc_measurement &M, const Measurement &Its) {
  M.allocations = Its.Allocations;
  M.bytes = Its.Bytes;
  M.frees = Its.Frees;
  M.peak_bytes = Its.PeakBytes;
  M.left_blocks = Its.LiveBlocks;
  M.left_bytes = Its.LiveBytes;
  M.unfollowed = Its.Unfollowed;
  M.stacks = 0;
  for (const StackShare &Share : Its.Shares)
    M.stacks += Its.WithStacks && Share.Allocations;
}

static int begin(anomalloc_measurement &M) {
  if (!interposeForTests || !seesHeap || !seesHeap())
    return ANOMALLOC_NOT_INTERPOSED;
  currentProcess(); // If there is to be a profile, it begins now.
  Process *P = processMemory();
  if (!P)
    return ANOMALLOC_NO_MEMORY;
  Access A(*P);
  Measurement *Its = takeUnused(A);
  if (!Its)
    return ANOMALLOC_NO_MEMORY;
  __builtin_memset(static_cast<void *>(Its), 0, sizeof(*Its));
  Its->Begun = thisThread();
  Its->Thread = M.flags & ANOMALLOC_WHOLE_PROCESS ? nullptr : Its->Begun;
  Its->WithStacks = !(M.flags & ANOMALLOC_WITHOUT_STACKS);
  Its->Base = baseFor(&M);
  start(A, *Its);
  M.its = Its;
  M.number = Its->Since;
  return ANOMALLOC_MEASURED;
}

/// Calls \p Do with the measurement, if it still exists.
template <typename Function>
static int withIts(const anomalloc_measurement &M, Function Do) {
  Process *P = knownProcess();
  auto *Its = static_cast<Measurement *>(M.its);
  if (!P)
    return ANOMALLOC_NOT_RUNNING;
  Access A(*P);
  if (!isOf(M, Its))
    return ANOMALLOC_NOT_RUNNING;
  if (Its->Begun != thisThread())
    return ANOMALLOC_OTHER_THREAD;
  Do(A, *Its);
  return ANOMALLOC_MEASURED;
}

/// The \p Index-th share that is not empty; number 0, all others, is the last.
static uint32_t numberOf(const Measurement &Its, uint64_t Index) {
  for (uint32_t I = 1; I != MeasuredStacks::Max; ++I)
    if (Its.Shares[I].Allocations && !Index--)
      return I;
  return 0;
}

static void tell(const Measurements &M, Measurement &Its, uint32_t Number,
                 anomalloc_measured_stack &Out) {
  MeasuredBlock Any = {};
  Any.Stack = Number;
  const StackShare &Share = shareOf(Its, Any);
  Out.allocations = Share.Allocations;
  Out.bytes = Share.Bytes;
  Out.left_blocks = Share.LiveBlocks;
  Out.left_bytes = Share.LiveBytes;
  Out.peak_bytes = Share.PeakBytes;
  const MeasuredStack &Stack = M.Stacks.get(Number);
  Out.is_cut = Number && Stack.Cut;
  Out.frames = Number ? Stack.NumFrames : 0;
  for (uint32_t I = 0; I != Out.frames; ++I)
    Out.frame[I] = reinterpret_cast<const void *>(Stack.Frames[I]);
}

} // namespace anomalloc::runtime

using namespace anomalloc::runtime;

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

ANOMALLOC_EXPORT int __anomalloc_measurement_begin(anomalloc_measurement *M) {
  if (M->version != ANOMALLOC_MEASUREMENT_VERSION)
    return ANOMALLOC_OTHER_VERSION;
  return begin(*M);
}

ANOMALLOC_EXPORT int __anomalloc_measurement_stop(anomalloc_measurement *M) {
  return withIts(*M, [M](Access &A, Measurement &Its) {
    endInner(A, Its);
    stop(A, Its);
    fill(*M, Its);
  });
}

ANOMALLOC_EXPORT int
__anomalloc_measurement_stack(const anomalloc_measurement *M, uint64_t Index,
                              anomalloc_measured_stack *Out) {
  return withIts(*M, [=](Access &A, Measurement &Its) {
    tell(A.M, Its, numberOf(Its, Index), *Out);
  });
}

ANOMALLOC_EXPORT void __anomalloc_measurement_end(anomalloc_measurement *M) {
  withIts(*M, [](Access &A, Measurement &Its) {
    endInner(A, Its);
    end(A, Its);
  });
}

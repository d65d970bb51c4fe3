//===- Count.cpp - accesses that code does not count itself ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Overflows.h"
#include "access/Windows.h"

using namespace anomalloc::runtime;

static uint32_t now() {
  return __atomic_load_n(&__anomalloc_access_clock, __ATOMIC_RELAXED) &
         ~AllAccessFlags;
}

/// In one instruction: a signal handler that counts in the same slot comes
/// before it or after it.
static inline void addTo(uint32_t &Counter, uint32_t Bytes) {
#ifdef __x86_64__
  __asm__ volatile("addl %1, %0" : "+m"(Counter) : "ri"(Bytes) : "cc");
#else
  __atomic_fetch_add(&Counter, Bytes, __ATOMIC_RELAXED);
#endif
}

static void markUsed(AccessSlot *Window, const AccessSlot *Slot) {
  AccessWindow::isUsed(Window, uint64_t(Slot - Window) * 8) = 1;
}

static bool isUntouched(const AccessSlot &S) {
  return !(S.Read | S.Written | (S.First & AllAccessFlags));
}

/// Whether code may add to the counter itself.
static bool isUsual(uint32_t Counter) {
  return Counter - 1 < ANOMALLOC_ACCESS_LIMIT;
}

/// A counter that is 0, or about to run over.
static __attribute__((noinline)) void
countUnusual(AccessSlot *Window, AccessSlot &S, uint32_t Size, uint32_t Kind) {
  markUsed(Window, &S);
  const bool IsFirst = isUntouched(S);
  if (IsFirst)
    S.First = now() | (Kind == ANOMALLOC_ACCESS_ZERO && Size == 8   ? Zeroed
                       : Kind == ANOMALLOC_ACCESS_COPY && Size == 8 ? Copied
                                                                    : 0);
  S.Last = now();
  // A signal handler may have accessed the slot just now.
  if (Kind == ANOMALLOC_ACCESS_READ) {
    if (!S.Read && S.Written < 8 && !(S.First & Overflown))
      S.First |= ReadEarly;
    if (S.Read > ANOMALLOC_ACCESS_LIMIT)
      moveToOverflows(S);
    addTo(S.Read, Size);
    return;
  }
  // Zeros that are the first access are told by the flag alone.
  if (IsFirst && S.First & Zeroed)
    return;
  if (S.Written > ANOMALLOC_ACCESS_LIMIT)
    moveToOverflows(S);
  addTo(S.Written, Size);
}

static inline void count(AccessSlot *Window, AccessSlot &S, uint32_t Size,
                         uint32_t Kind) {
  uint32_t &Counter = Kind == ANOMALLOC_ACCESS_READ ? S.Read : S.Written;
  if (__builtin_expect(!isUsual(Counter), 0))
    return countUnusual(Window, S, Size, Kind);
  addTo(Counter, Size);
  S.Last = now();
}

void __anomalloc_access_read(AnomallocAccessSlot *Slot, uint32_t Size) {
  countUnusual(__anomalloc_access_window, *Slot, Size, ANOMALLOC_ACCESS_READ);
}

void __anomalloc_access_write(AnomallocAccessSlot *Slot, uint32_t Size) {
  countUnusual(__anomalloc_access_window, *Slot, Size, ANOMALLOC_ACCESS_WRITE);
}

static void countRange(AccessSlot *Window, uint64_t Begin, uint64_t Size,
                       uint32_t Kind) {
  const uint64_t End = Begin + Size;
  while (Begin != End) {
    uint64_t Next = (Begin | 7) + 1;
    if (Next > End)
      Next = End;
    count(Window, AccessWindow::slot(Window, Begin), uint32_t(Next - Begin),
          Kind);
    Begin = Next;
  }
}

void __anomalloc_access_range(AnomallocAccessSlot *Window, const void *Begin,
                              uint64_t Size, uint32_t Kind) {
  countRange(Window, reinterpret_cast<uint64_t>(Begin), Size, Kind);
}

void __anomalloc_access_series(AnomallocAccessSlot *Window, const void *Begin,
                               int64_t Stride, uint64_t Count, uint32_t Size,
                               uint32_t Kind) {
  uint64_t At = reinterpret_cast<uint64_t>(Begin);
  if (Stride == int64_t(Size))
    return countRange(Window, At, Count * Size, Kind);
  if (Stride == -int64_t(Size))
    return countRange(Window, At - (Count - 1) * Size, Count * Size, Kind);
  for (uint64_t I = 0; I != Count; ++I, At += uint64_t(Stride))
    if (Size <= 8)
      count(Window, AccessWindow::slot(Window, At), Size, Kind);
    else
      countRange(Window, At, Size, Kind);
}

static void countMine(const void *Begin, size_t Size, uint32_t Kind) {
  if (AccessSlot *Window = __anomalloc_access_window)
    countRange(Window, reinterpret_cast<uint64_t>(Begin), Size, Kind);
}

namespace {

/// What this thread has counted and is about to hand to the C library. There it
/// must not be counted again (__anomalloc_access_library).
struct Handed {
  const void *To, *From;
};
__thread Handed Counted __attribute__((tls_model("initial-exec")));

/// Signal handlers come in between, and copy, too.
class Handing {
public:
  explicit Handing(Handed Now) : Before(Counted) {
    Counted = Now;
    // The compiler knows that memmove itself does not look.
    __asm__ volatile("" ::: "memory");
  }
  ~Handing() { Counted = Before; }

private:
  const Handed Before;
};

} // namespace

void *__anomalloc_access_memmove(void *To, const void *From, size_t Size) {
  countMine(From, Size, ANOMALLOC_ACCESS_READ);
  countMine(To, Size, ANOMALLOC_ACCESS_COPY);
  Handing Now({To, From});
  return __builtin_memmove(To, From, Size);
}

void *__anomalloc_access_memset(void *To, int Value, size_t Size) {
  countMine(To, Size,
            Value & 0xff ? ANOMALLOC_ACCESS_WRITE : ANOMALLOC_ACCESS_ZERO);
  Handing Now({To, To});
  return __builtin_memset(To, Value, Size);
}

extern "C" {
// The linker's: where our object begins, and where its code ends.
extern const char __ehdr_start __attribute__((weak, visibility("hidden")));
extern const char etext __attribute__((weak, visibility("hidden")));
}

/// Whether \p Caller may be code of the runtime, with locks in its hands. Where
/// the runtime is inside the program, all of the program may be.
static bool isOurs(const void *Caller) {
  return Caller >= &__ehdr_start && Caller < &etext;
}

void __anomalloc_access_library(const void *Begin, uint64_t Size, uint32_t Kind,
                                const void *Caller) {
  if (Begin == Counted.To || Begin == Counted.From)
    return;
  AccessSlot *Window = __anomalloc_access_window;
  if (!Window && !isOurs(Caller))
    Window = __anomalloc_access_begin();
  if (Window)
    countRange(Window, reinterpret_cast<uint64_t>(Begin), Size, Kind);
}

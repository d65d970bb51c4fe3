//===- Count.cpp - accesses that code does not count itself ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Windows.h"
#include "process/Process.h"

using namespace anomalloc::runtime;

static uint32_t now() {
  return __atomic_load_n(&__anomalloc_access_clock, __ATOMIC_RELAXED);
}

/// In one instruction: a signal handler that counts in the same slot comes
/// before it or after it.
template <typename T> static inline void addTo(T &Counter, T Value) {
#ifdef __x86_64__
  __asm__ volatile("add %1, %0" : "+m"(Counter) : "r"(Value) : "cc");
#else
  __atomic_fetch_add(&Counter, Value, __ATOMIC_RELAXED);
#endif
}

/// Counts \p Bytes as instrumented code does. Whether it borrowed.
static inline bool countIn(uint16_t &Counter, uint16_t Bytes) {
#ifdef __x86_64__
  bool Borrows;
  __asm__ volatile("subw %2, %0"
                   : "+m"(Counter), "=@ccc"(Borrows)
                   : "ri"(Bytes));
  return Borrows;
#else
  return __atomic_fetch_sub(&Counter, Bytes, __ATOMIC_RELAXED) < Bytes;
#endif
}

static uint16_t &counterOf(AccessSlot &S, uint32_t Kind) {
  return Kind == ANOMALLOC_ACCESS_READ ? S.Read : S.Written;
}

/// \p Times FullBytes bytes more.
static void noteFull(AccessWindow W, uint64_t Address, uint32_t Times,
                     uint32_t Kind) {
  FullOnes &All = W.fullOnes(Address);
  addTo(Kind == ANOMALLOC_ACCESS_READ ? All.Read : All.Written, Times);
  W.flags(Address) |= Full;
}

/// A counter has borrowed, when \p Size bytes were counted.
static ANOMALLOC_PRESERVE_ALL __attribute__((noinline)) void
noteBorrow(AccessWindow W, uint64_t Address, uint32_t Size, uint32_t Kind) {
  AccessSlot &S = W.slot(Address);
  uint8_t &Flags = W.flags(Address);
  const bool IsRead = Kind == ANOMALLOC_ACCESS_READ;
  const uint8_t Was = IsRead ? WasRead : WasWritten;
  if (Flags & Was)
    return noteFull(W, Address, 1, Kind);
  const bool IsFirst = !Flags;
  W.use(Address) |= AccessWindow::Counted;
  W.last(Address) = now();
  if (uint32_t &First = W.first(Address); !First)
    First = now() + 1;
  if (IsFirst && Size == 8 && Kind == ANOMALLOC_ACCESS_ZERO) {
    addTo(S.Written, uint16_t(Size));
    Flags = Zeroed;
    return;
  }
  if (IsFirst && Size == 8 && Kind == ANOMALLOC_ACCESS_COPY)
    Flags = Copied;
  if (IsRead && !(Flags & Whole))
    Flags |= ReadEarly;
  Flags |= Was | (!IsRead && Size == 8 ? Whole : 0);
}

/// Up to 8 bytes. Leaves the moment to the caller, if it is the usual case.
static inline void count(AccessWindow W, uint64_t Address, uint32_t Size,
                         uint32_t Kind) {
  if (__builtin_expect(
          countIn(counterOf(W.slot(Address), Kind), uint16_t(Size)), 0))
    noteBorrow(W, Address, Size, Kind);
}

static ANOMALLOC_PRESERVE_ALL __attribute__((noinline)) AccessWindow
findWindow(const AccessSlot *Slot) {
  if (Process *P = bornProcess())
    for (WindowRef *W = __atomic_load_n(&P->Accesses.Windows, __ATOMIC_ACQUIRE);
         W; W = W->Next)
      if (W->Its.has(Slot))
        return W->Its;
  return AccessWindow(__anomalloc_access_window);
}

/// Stacks of coroutines may go on in another thread, in the middle of a
/// function that counts in the window of the one before.
static AccessWindow windowOf(const AccessSlot *Slot) {
  const AccessWindow Mine(__anomalloc_access_window);
  return __builtin_expect(Mine.has(Slot), 1) ? Mine : findWindow(Slot);
}

void __anomalloc_access_read(AnomallocAccessSlot *Slot, uint32_t Size) {
  const AccessWindow W = windowOf(Slot);
  noteBorrow(W, uint64_t(Slot - W.slots()) * 8, Size, ANOMALLOC_ACCESS_READ);
}

void __anomalloc_access_write(AnomallocAccessSlot *Slot, uint32_t Size) {
  const AccessWindow W = windowOf(Slot);
  noteBorrow(W, uint64_t(Slot - W.slots()) * 8, Size, ANOMALLOC_ACCESS_WRITE);
}

/// \p Bytes more of a slot that was counted before.
static void addBytes(AccessWindow W, uint64_t Address, uint64_t Bytes,
                     uint32_t Kind) {
  if (const auto Times = uint32_t(Bytes / FullBytes))
    noteFull(W, Address, Times, Kind);
  count(W, Address, Bytes % FullBytes, Kind);
}

static void countEach(AccessWindow W, uint64_t Begin, uint64_t End,
                      uint32_t Kind) {
  while (Begin < End) {
    uint64_t Next = (Begin | 7) + 1;
    if (Next > End)
      Next = End;
    count(W, Begin, uint32_t(Next - Begin), Kind);
    Begin = Next;
  }
}

static __attribute__((noinline)) void countNew(AccessWindow W, uint64_t Begin,
                                               uint64_t End, uint32_t Kind) {
  countEach(W, Begin, End, Kind);
  for (uint64_t Line = Begin & ~uint64_t(63); Line < End; Line += 64)
    W.last(Line) = now();
}

/// If the first and the last slot have been accessed in that way before, the
/// range is noted in these two alone. Else each slot is to learn what came
/// first.
static void countRange(AccessWindow W, uint64_t Begin, uint64_t Size,
                       uint32_t Kind) {
  constexpr uint64_t LeastSlots = 8;
  if (!Size)
    return;
  const uint64_t End = Begin + Size;
  const uint64_t First = (Begin + 7) & ~uint64_t(7);
  const uint64_t Last = (End & ~uint64_t(7)) - 8; // The last whole slot.
  if (Size < 8 * LeastSlots + 16)
    return countNew(W, Begin, End, Kind);
  RangeSlot &AtFirst = W.ranges(First), &AtLast = W.ranges(Last);
  const bool IsRead = Kind == ANOMALLOC_ACCESS_READ;
  uint32_t &Begins = IsRead ? AtFirst.ReadBegins : AtFirst.WriteBegins;
  uint32_t &Ends = IsRead ? AtLast.ReadEnds : AtLast.WriteEnds;
  if (!(Begins && Ends)) {
    if (!counterOf(W.slot(First), Kind) || !counterOf(W.slot(Last), Kind))
      return countNew(W, Begin, End, Kind);
    W.use(First) |= AccessWindow::Ranged;
    W.use(Last) |= AccessWindow::Ranged;
  }
  addTo(Begins, 1u);
  addTo(Ends, 1u);
  W.last(First) = now();
  countEach(W, Begin, First, Kind);
  countEach(W, Last + 8, End, Kind);
}

void __anomalloc_access_range(AnomallocAccessSlot *Window, const void *Begin,
                              uint64_t Size, uint32_t Kind) {
  countRange(AccessWindow(Window), reinterpret_cast<uint64_t>(Begin), Size,
             Kind);
}

void __anomalloc_access_series(AnomallocAccessSlot *Window, const void *Begin,
                               int64_t Stride, uint64_t Count, uint32_t Size,
                               uint32_t Kind) {
  const AccessWindow W(Window);
  uint64_t At = reinterpret_cast<uint64_t>(Begin);
  if (Stride == int64_t(Size))
    return countRange(W, At, Count * Size, Kind);
  if (Stride == -int64_t(Size))
    return countRange(W, At - (Count - 1) * Size, Count * Size, Kind);
  const uint64_t Number = Stride ? Count : 1;
  for (uint64_t I = 0; I != Number; ++I, At += uint64_t(Stride))
    for (uint32_t Piece = 0; Piece < Size; Piece += 8) {
      const uint32_t Bytes = Size - Piece < 8 ? Size - Piece : 8;
      count(W, At + Piece, Bytes, Kind);
      W.last(At + Piece) = now();
      if (!Stride)
        addBytes(W, At + Piece, (Count - 1) * Bytes, Kind);
    }
}

void __anomalloc_access_lanes(AnomallocAccessSlot *Window,
                              const void *const *Begins, uint32_t Number,
                              uint32_t Size, uint32_t Kind) {
  for (uint32_t I = 0; I != Number; ++I)
    if (Begins[I])
      countRange(AccessWindow(Window), reinterpret_cast<uint64_t>(Begins[I]),
                 Size, Kind);
}

static void countMine(const void *Begin, size_t Size, uint32_t Kind) {
  if (const AccessWindow W{__anomalloc_access_window})
    countRange(W, reinterpret_cast<uint64_t>(Begin), Size, Kind);
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
    countRange(AccessWindow(Window), reinterpret_cast<uint64_t>(Begin), Size,
               Kind);
}

//===- Windows.cpp --------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Windows.h"
#include "access/Keeper.h"
#include "anomalloc/Mode.h"
#include "count/Lane.h"
#include "process/Complain.h"
#include "process/Process.h"

uint32_t __anomalloc_access_on;
uint32_t __anomalloc_access_clock;
__thread AnomallocAccessSlot *__anomalloc_access_window
    __attribute__((tls_model("initial-exec")));

namespace anomalloc::runtime {

static constexpr uint64_t roomOfAccess() {
  for (const NamedMode &Row : NamedModes)
    if (Row.Bit == Mode::Access)
      return Row.Room;
  return 0;
}

AccessWindow AccessWindow::map() {
  static_assert(Bytes + NumPages * sizeof(uint16_t) <= roomOfAccess(),
                "Modes.def says what the mode needs");
  bool Wiped;
  void *Memory = sys::mapPrivate(Bytes, /*WipeOnFork=*/true, Wiped);
  // An access touches several of its tables, so many pages would be missing in
  // the processor's table of pages.
  if (Memory)
    sys::useHugePages(Memory, RangesAt);
  return AccessWindow(static_cast<AccessSlot *>(Memory));
}

bool beginAccesses(Process &P, const sys::SignalGuard &Guard) {
  Accesses &All = P.Accesses;
  bool Wiped;
  All.HeapPages = static_cast<uint16_t *>(
      sys::mapPrivate(AccessWindow::NumPages * sizeof(uint16_t),
                      /*WipeOnFork=*/true, Wiped));
  if (!All.HeapPages)
    return false;
  // Instrumented code notes the moment of "no access" at address 0.
  All.heapPage(0) = Accesses::OfSeveral;
  __anomalloc_access_on = true;
  return true;
}

/// Null when there is no memory.
static WindowRef *newWindow(Process &P, Lane &L) {
  sys::SignalGuard Guard;
  auto *Ref =
      static_cast<WindowRef *>(allocateControl(P, Guard, sizeof(WindowRef)));
  if (!Ref)
    return nullptr;
  // After fork the thread still has that of the parent's thread, zeroed.
  Ref->Its = AccessWindow(__anomalloc_access_window);
  if (!Ref->Its)
    Ref->Its = AccessWindow::map();
  if (!Ref->Its)
    return nullptr;
  Ref->Of = &L;
  sys::LockGuard Lock(P.Accesses.WindowLock, Guard);
  Ref->Next = P.Accesses.Windows;
  __atomic_store_n(&P.Accesses.Windows, Ref, __ATOMIC_RELEASE);
  return Ref;
}

void beginWindow(Lane &L) {
  Process &P = *L.Owner;
  if (!P.Accesses.exist())
    return;
  if (!L.Window)
    L.Window = newWindow(P, L);
  if (L.Window) {
    __anomalloc_access_window = L.Window->Its.slots();
    sys::SignalGuard Guard;
    return beginKeeper(P, Guard);
  }
  // What this thread accesses would seem untouched. So no block's accesses are
  // known from here on.
  P.Accesses.end();
  complain("no address space is left to count what one more thread reads and "
           "writes: no accesses are known from here on");
}

/// The slots of the bytes, which are on one page.
static void clear(const AccessWindow &W, uint64_t From, uint64_t To) {
  const uint8_t Use = W.use(From);
  if (!Use)
    return;
  // Only what is not zero is written: pages of zeros stay the system's one.
  for (uint64_t Eight = From; Eight < To; Eight += 64)
    if (W.flagsOf(Eight, To))
      for (uint64_t At = Eight; At < To && At < Eight + 64; At += 8)
        if (const uint8_t Flags = W.flags(At))
          W.clearSlot(At, Flags);
  if (Use & AccessWindow::Ranged)
    for (uint64_t At = From; At < To; At += 8)
      if (!W.ranges(At).isEmpty())
        W.ranges(At) = {};
  for (uint64_t Line = (From + 63) & ~uint64_t(63); Line + 64 <= To; Line += 64)
    if (uint32_t &First = W.first(Line))
      First = 0;
}

static __attribute__((noinline)) void becomeHeap(Accesses &All,
                                                 uint64_t Address) {
  sys::SignalGuard Guard;
  sys::LockGuard Lock(All.WindowLock, Guard);
  uint16_t &Its = All.heapPage(Address);
  if (Its == Accesses::whereOf(Address))
    return;
  if (Its) // Blocks begin there already, of another page.
    return __atomic_store_n(&Its, Accesses::OfSeveral, __ATOMIC_RELEASE);
  const uint64_t Page = Address & ~(AccessWindow::PageSize - 1);
  for (WindowRef *W = All.Windows; W; W = W->Next) {
    clear(W->Its, Page, Page + AccessWindow::PageSize);
    W->Its.use(Page) = 0;
  }
  __atomic_store_n(&Its, Accesses::whereOf(Address), __ATOMIC_RELEASE);
}

static void clearInAll(Accesses &All, uint64_t From, uint64_t To) {
  for (WindowRef *W = __atomic_load_n(&All.Windows, __ATOMIC_ACQUIRE); W;
       W = W->Next)
    clear(W->Its, From, To);
}

void prepareSlots(Accesses &All, const void *Block, uint64_t Size) {
  const uint64_t Begin = reinterpret_cast<uint64_t>(Block);
  eachPage(Begin, Begin + Size, [&](uint64_t From, uint64_t To) {
    if (__builtin_expect(
            __atomic_load_n(&All.heapPage(From), __ATOMIC_ACQUIRE) !=
                Accesses::whereOf(From),
            0))
      return becomeHeap(All, From);
    // What the program accessed between blocks: behind the end of one that was
    // smaller than its place (malloc_usable_size), after its end.
    clearInAll(All, From, To);
  });
}

bool ownsSlots(const Accesses &All, const void *Block, uint64_t Size) {
  const uint64_t Begin = reinterpret_cast<uint64_t>(Block);
  bool Owns = true;
  eachPage(Begin, Begin + Size, [&](uint64_t From, uint64_t) {
    Owns &= All.heapPage(From) == Accesses::whereOf(From);
  });
  return Owns && !(Begin % 8);
}

void clearSlots(Accesses &All, const void *Block, uint64_t Size) {
  const uint64_t Begin = reinterpret_cast<uint64_t>(Block);
  eachPage(Begin, Begin + Size,
           [&](uint64_t From, uint64_t To) { clearInAll(All, From, To); });
}

void leavePages(Accesses &All, const void *Block, uint64_t Size) {
  constexpr uint64_t Least = 64 << 10;
  if (Size < Least)
    return;
  const uint64_t Begin = reinterpret_cast<uint64_t>(Block);
  eachPage(Begin, Begin + Size, [&](uint64_t From, uint64_t To) {
    if (To - From == AccessWindow::PageSize)
      __atomic_store_n(&All.heapPage(From), 0, __ATOMIC_RELAXED);
  });
}

} // namespace anomalloc::runtime

using namespace anomalloc::runtime;

AnomallocAccessSlot *__anomalloc_access_begin(void) {
  Lane *L = currentLane();
  return L && L->Window ? __anomalloc_access_window : nullptr;
}

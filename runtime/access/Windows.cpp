//===- Windows.cpp --------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Windows.h"
#include "count/Lane.h"
#include "process/AddressSpace.h"
#include "process/Process.h"

uint32_t __anomalloc_access_on;
uint32_t __anomalloc_access_clock;
__thread AnomallocAccessSlot *__anomalloc_access_window
    __attribute__((tls_model("initial-exec")));

namespace anomalloc::runtime {

static uint64_t pageOf(uint64_t Address) {
  return (Address & AccessWindow::AddressMask) >> AccessWindow::LogPage;
}

bool beginAccesses(Process &P, const sys::SignalGuard &Guard) {
  Accesses &All = P.Accesses;
  bool Wiped;
  All.Overflows = static_cast<AccessOverflows *>(
      allocateControl(P, Guard, sizeof(AccessOverflows)));
  if (!All.Overflows)
    return false;
  All.IsHeap = static_cast<uint8_t *>(
      sys::mapPrivate(AccessWindow::NumPages, /*WipeOnFork=*/true, Wiped));
  __anomalloc_access_on = All.exist();
  return All.exist();
}

void beginWindow(Lane &L) {
  Process &P = *L.Owner;
  if (!P.Accesses.exist())
    return;
  if (!L.Window) {
    sys::SignalGuard Guard;
    auto *Its =
        static_cast<WindowRef *>(allocateControl(P, Guard, sizeof(WindowRef)));
    if (!Its)
      return;
    bool Wiped;
    Its->Slots = __anomalloc_access_window;
    if (!Its->Slots)
      Its->Slots = static_cast<AccessSlot *>(
          sys::mapPrivate(AccessWindow::Bytes, /*WipeOnFork=*/true, Wiped));
    if (!Its->Slots)
      return;
    Its->Of = &L;
    sys::LockGuard Lock(P.Accesses.WindowLock, Guard);
    Its->Next = P.Accesses.Windows;
    __atomic_store_n(&P.Accesses.Windows, Its, __ATOMIC_RELEASE);
    L.Window = Its;
  }
  __anomalloc_access_window = L.Window->Slots;
}

static WindowRef *firstOf(const Accesses &All) {
  return __atomic_load_n(&All.Windows, __ATOMIC_ACQUIRE);
}

/// The bytes of the block on each page.
template <typename Function>
static void eachPage(uint64_t Begin, uint64_t End, Function Use) {
  constexpr uint64_t PageSize = uint64_t(1) << AccessWindow::LogPage;
  while (Begin < End) {
    uint64_t Next = (Begin | (PageSize - 1)) + 1;
    if (Next > End)
      Next = End;
    Use(Begin, Next);
    Begin = Next;
  }
}

static void clear(AccessSlot *Window, uint64_t Begin, uint64_t End) {
  AccessSlot *First = &AccessWindow::slot(Window, Begin);
  for (uint64_t I = 0, E = (End - Begin + 7) / 8; I != E; ++I)
    if (First[I].Read | First[I].Written | First[I].First)
      First[I] = {}; // Pages of zeros stay the system's one.
}

static __attribute__((noinline)) void
becomeHeap(Accesses &All, uint8_t &IsHeap, uint64_t Address) {
  sys::SignalGuard Guard;
  sys::LockGuard Lock(All.WindowLock, Guard);
  if (IsHeap)
    return;
  constexpr uint64_t PageSize = uint64_t(1) << AccessWindow::LogPage;
  const uint64_t Page = Address & ~(PageSize - 1);
  for (WindowRef *W = All.Windows; W; W = W->Next)
    if (uint8_t &IsUsed = AccessWindow::isUsed(W->Slots, Page)) {
      clear(W->Slots, Page, Page + PageSize);
      IsUsed = 0;
    }
  __atomic_store_n(&IsHeap, 1, __ATOMIC_RELEASE);
}

static void clearInAll(Accesses &All, uint64_t From, uint64_t To) {
  for (WindowRef *W = firstOf(All); W; W = W->Next)
    if (AccessWindow::isUsed(W->Slots, From))
      clear(W->Slots, From, To);
}

void prepareSlots(Accesses &All, const void *Block, uint64_t Size) {
  const uint64_t Begin = reinterpret_cast<uint64_t>(Block);
  eachPage(Begin, Begin + Size, [&](uint64_t From, uint64_t To) {
    uint8_t &IsHeap = All.IsHeap[pageOf(From)];
    if (__builtin_expect(!__atomic_load_n(&IsHeap, __ATOMIC_ACQUIRE), 0))
      return becomeHeap(All, IsHeap, From);
    // What the program accessed between blocks: behind the end of one that was
    // smaller than its place (malloc_usable_size), after its end.
    clearInAll(All, From, To);
  });
}

void clearSlots(Accesses &All, const void *Block, uint64_t Size) {
  const uint64_t Begin = reinterpret_cast<uint64_t>(Block);
  eachPage(Begin, Begin + Size, [&](uint64_t From, uint64_t To) {
    clearInAll(All, From, To);
  });
}

void leavePages(Accesses &All, const void *Block, uint64_t Size) {
  constexpr uint64_t Least = 64 << 10;
  if (Size < Least)
    return;
  constexpr uint64_t PageSize = uint64_t(1) << AccessWindow::LogPage;
  const uint64_t Begin = reinterpret_cast<uint64_t>(Block);
  eachPage(Begin, Begin + Size, [&](uint64_t From, uint64_t To) {
    if (To - From == PageSize)
      __atomic_store_n(&All.IsHeap[pageOf(From)], 0, __ATOMIC_RELAXED);
  });
}

} // namespace anomalloc::runtime

using namespace anomalloc::runtime;

AnomallocAccessSlot *__anomalloc_access_begin(void) {
  Lane *L = currentLane();
  return L && L->Window ? __anomalloc_access_window : nullptr;
}

//===- AddressSpace.cpp - how much room the runtime takes -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "process/AddressSpace.h"
#include "process/System.h"

namespace anomalloc::runtime {

static constexpr uint64_t Share = 16;

/// What the runtime has mapped, and how much of it is private. A forked child
/// has these mappings, too.
static uint64_t Taken, TakenPrivate;

/// What the runtime may have in all, so that the program keeps the rest of a
/// limit.
static uint64_t shareOf(uint64_t Limit, uint64_t Used, uint64_t Ours) {
  uint64_t Others = Used > Ours ? Used - Ours : 0;
  return Limit > Others ? (Limit - Others) / Share : 0;
}

namespace {
/// The runtime's share of one limit.
struct Allowance {
  uint64_t All = ~uint64_t(0), Private = ~uint64_t(0);

  Allowance() {
    sys::MemoryLimits Limits = sys::memoryLimits();
    if (Limits.isNone())
      return;
    sys::MemoryUse Use = sys::memoryUse();
    if (Limits.All != sys::NoLimit)
      All = shareOf(Limits.All, Use.All, load(Taken));
    if (Limits.Private != sys::NoLimit)
      Private = shareOf(Limits.Private, Use.Private, load(TakenPrivate));
  }
  bool has(size_t Size, bool IsPrivate) const {
    return load(Taken) + Size <= All &&
           (!IsPrivate || load(TakenPrivate) + Size <= Private);
  }
  static uint64_t load(const uint64_t &Counter) {
    return __atomic_load_n(&Counter, __ATOMIC_RELAXED);
  }
};
} // namespace

/// Who was refused asks again at each event: the system is not asked each time.
static bool isRefused(size_t Size, bool IsPrivate) {
  static size_t Smallest; // Of those refused; 0: none was.
  static uint32_t Attempts;
  constexpr uint32_t AttemptsBetween = 4096;
  size_t Refused = __atomic_load_n(&Smallest, __ATOMIC_RELAXED);
  if (Refused && Size >= Refused &&
      __atomic_add_fetch(&Attempts, 1, __ATOMIC_RELAXED) % AttemptsBetween)
    return true;
  if (Allowance().has(Size, IsPrivate)) {
    if (Refused && Size >= Refused)
      __atomic_store_n(&Smallest, size_t(0), __ATOMIC_RELAXED);
    return false;
  }
  if (!Refused || Size < Refused)
    __atomic_store_n(&Smallest, Size, __ATOMIC_RELAXED);
  return true;
}

namespace {
/// What a child of fork(2) must wipe itself, because the kernel does not.
struct PartsToWipe {
  static constexpr uint32_t Most = 1024;
  uint32_t Count;
  struct {
    void *Memory;
    size_t Size;
  } Parts[Most];
};
} // namespace
static PartsToWipe *ToWipe; ///< Null where the kernel wipes.

void wipeByHand() {
  for (uint32_t I = 0; ToWipe && I != ToWipe->Count; ++I)
    sys::zeroPages(ToWipe->Parts[I].Memory, ToWipe->Parts[I].Size);
}

/// Returns false if a child would find the memory as it is here.
static bool willBeWiped(void *Memory, size_t Size) {
  PartsToWipe *All = __atomic_load_n(&ToWipe, __ATOMIC_ACQUIRE);
  if (!All) {
    bool Wiped;
    auto *New = static_cast<PartsToWipe *>(
        sys::mapPrivate(sizeof(PartsToWipe), /*WipeOnFork=*/false, Wiped));
    if (!New)
      return false;
    if (__atomic_compare_exchange_n(&ToWipe, &All, New, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
      All = New;
    else
      sys::unmap(New, sizeof(PartsToWipe));
  }
  uint32_t I = __atomic_load_n(&All->Count, __ATOMIC_RELAXED);
  do
    if (I == PartsToWipe::Most)
      return false;
  while (!__atomic_compare_exchange_n(&All->Count, &I, I + 1, true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  All->Parts[I] = {Memory, Size};
  return true;
}

void *takePrivate(size_t Size, bool WipeOnFork, bool &Wiped) {
  void *Memory = isRefused(Size, true)
                     ? nullptr
                     : sys::mapPrivate(Size, WipeOnFork, Wiped);
  if (Memory && WipeOnFork && !Wiped && !willBeWiped(Memory, Size)) {
    sys::unmap(Memory, Size);
    return nullptr;
  }
  if (Memory) {
    __atomic_fetch_add(&Taken, Size, __ATOMIC_RELAXED);
    __atomic_fetch_add(&TakenPrivate, Size, __ATOMIC_RELAXED);
  }
  return Memory;
}

void givePrivate(void *Memory, size_t Size) {
  sys::unmap(Memory, Size);
  __atomic_fetch_sub(&Taken, Size, __ATOMIC_RELAXED);
  __atomic_fetch_sub(&TakenPrivate, Size, __ATOMIC_RELAXED);
}

void *takeShared(int Fd, uint64_t Offset, size_t Size) {
  void *Memory =
      isRefused(Size, false) ? nullptr : sys::mapShared(Fd, Offset, Size);
  if (Memory)
    __atomic_fetch_add(&Taken, Size, __ATOMIC_RELAXED);
  return Memory;
}

void giveShared(void *Memory, size_t Size) {
  sys::unmap(Memory, Size);
  __atomic_fetch_sub(&Taken, Size, __ATOMIC_RELAXED);
}

bool mayTake(size_t Size) { return !isRefused(Size, true); }

bool hasRoomFor(size_t Size) { return Allowance().has(Size, true); }

bool isRoomTight() {
  constexpr size_t Plenty = 64 << 20;
  return !hasRoomFor(Plenty);
}

} // namespace anomalloc::runtime

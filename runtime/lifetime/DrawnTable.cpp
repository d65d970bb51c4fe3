//===- DrawnTable.cpp - the drawn blocks that are in use now --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lifetime/DrawnTable.h"
#include "process/AddressSpace.h"

namespace anomalloc::runtime {

/// All bits depend on all bits of the address (the finalizer of SplitMix64).
static uint64_t hashOf(const void *Address) {
  uint64_t H = reinterpret_cast<uint64_t>(Address);
  H = (H ^ H >> 30) * 0xbf58476d1ce4e5b9u;
  H = (H ^ H >> 27) * 0x94d049bb133111ebu;
  return H ^ H >> 31;
}

/// Blocks that share a bucket in one level need not share the next one's.
DrawnTable::Slot *DrawnTable::bucketOf(Slot *Slots, unsigned Level,
                                       uint64_t Hash) {
  const unsigned Turn = 11 * Level % 64;
  const uint64_t Turned = Hash << Turn | Hash >> (64 - Turn) % 64;
  return Slots + (Turned >> (64 - logBucketsOf(Level))) * SlotsOfBucket;
}

DrawnTable::Entry DrawnTable::find(const void *Address) const {
  const uint64_t A = reinterpret_cast<uint64_t>(Address);
  const uint64_t Hash = hashOf(Address);
  for (unsigned Level = 0; Level != MaxLevels; ++Level) {
    Slot *Slots = __atomic_load_n(&Levels[Level], __ATOMIC_ACQUIRE);
    if (!Slots)
      break;
    Slot *S = bucketOf(Slots, Level, Hash);
    for (unsigned I = 0; I != SlotsOfBucket; ++I, ++S) {
      if (__atomic_load_n(&S->Address, __ATOMIC_RELAXED) != A)
        continue;
      // The slot may have been the address's before, and be somebody else's
      // now. If the word is of somebody else, so is the address behind it.
      const uint64_t Word = __atomic_load_n(&S->Word, __ATOMIC_ACQUIRE);
      if (Word && Word != Taken &&
          __atomic_load_n(&S->Address, __ATOMIC_RELAXED) == A)
        return {&S->Word, Word, Shift};
    }
  }
  return {};
}

DrawnTable::Entry DrawnTable::place(const void *Address) {
  if (Entry Old = find(Address); Old.Place)
    Old.takeOut(); // Nobody saw its end.
  const uint64_t Hash = hashOf(Address);
  for (unsigned Level = 0; Level != MaxLevels; ++Level) {
    const size_t Size = sizeof(Slot) * SlotsOfBucket << logBucketsOf(Level);
    Slot *Slots = takeOnce(Levels[Level], Size);
    if (!Slots)
      break;
    Slot *S = bucketOf(Slots, Level, Hash);
    for (unsigned I = 0; I != SlotsOfBucket; ++I, ++S) {
      uint64_t Free = 0;
      if (!__atomic_compare_exchange_n(&S->Word, &Free, Taken, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        continue;
      __atomic_store_n(&S->Address, reinterpret_cast<uint64_t>(Address),
                       __ATOMIC_RELAXED);
      // Who sees the word that the caller will store sees the address, too.
      __atomic_thread_fence(__ATOMIC_RELEASE);
      return {&S->Word, 0, Shift};
    }
  }
  return {};
}

} // namespace anomalloc::runtime

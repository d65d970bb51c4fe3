//===- LiveTableWalk.h - all blocks of the live table -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_LIFETIME_LIVETABLEWALK_H
#define ANOMALLOC_RUNTIME_LIFETIME_LIVETABLEWALK_H

#include "lifetime/LiveTable.h"

namespace anomalloc::runtime {

/// Calls \p Use with the index and the value of each of the \p Number words at
/// \p Words that is not 0. Does not read a batch of words if nobody ever wrote
/// to its pages.
template <typename Function>
void eachWord(const uint64_t *Words, size_t Number, Function Use) {
  constexpr size_t Batch = 8192, Bytes = Batch * sizeof(uint64_t);
  for (size_t I = 0; I < Number; I += Batch)
    if (sys::pagesWithoutMemory(Words + I, Bytes) != Bytes / 4096)
      for (size_t J = I; J != I + Batch; ++J)
        if (uint64_t Word = __atomic_load_n(&Words[J], __ATOMIC_ACQUIRE))
          Use(J, Word);
}

/// The map ends at the word \p EndOfMap of a leaf.
template <typename Function>
void LiveTable::eachOf(Map M, uint32_t EndOfMap, Function Use) const {
  const unsigned Shift = shiftOf(M.Log);
  eachWord(
      reinterpret_cast<uint64_t *>(Root), RootSize / sizeof(uint64_t *),
      [&](uint64_t I, uint64_t) {
        uint64_t *Words = Root[I] + M.Begin;
        eachWord(Words, EndOfMap - M.Begin, [&](uint64_t J, uint64_t Word) {
          uint64_t Begin = (Word & ((uint64_t(1) << Shift) - 1)) >> BeginShift;
          Use(I << LeafBits | J << M.Log | Begin << LogStep,
              Entry{Words + J, Word, Shift});
        });
      });
}

template <typename Function> void LiveTable::each(Function Use) const {
  if (!Root)
    return;
  const Map Small = IsGlibc ? SmallOfGlibc : SmallOfOthers;
  eachOf(Mid, BeginOfLarge, Use);
  eachOf(Large, BeginOfHuge, Use);
  eachOf(Huge, BeginOfSmall, Use);
  eachOf(Small, BeginOfSmall + (1u << (LeafBits - Small.Log)), Use);
}

template <typename Function>
void LiveTable::eachLarge(uint64_t Least, Function Use) const {
  if (!isOfGlibc())
    return;
  uint64_t Last = 0;
  Entry OfLast;
  auto Next = [&](uint64_t Address, const Entry &Its) {
    if (OfLast.Place && Address - Last >= Least)
      Use(Last, OfLast);
    Last = Address;
    OfLast = Its;
  };
  eachOf(Huge, BeginOfSmall, Next);
  Next(~uint64_t(0), {});
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_LIFETIME_LIVETABLEWALK_H

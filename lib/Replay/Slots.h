//===- Slots.h - numbers for blocks that live -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_SLOTS_H
#define ANOMALLOC_REPLAY_SLOTS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <iterator>
#include <vector>

namespace anomalloc {

/// Gives each live block a slot (SharedState.h). A lane prefers a slot that it
/// freed itself. If the lane has none, it takes a slot that was never used. If
/// all slots were used, it takes over the slots that another lane freed longest
/// ago. So no more slots are needed than blocks live at once, and a lane seldom
/// waits for another. Not thread-safe.
class Slots {
public:
  static constexpr uint32_t NoKey = ~0u;

  struct Slot {
    uint32_t Key = NoKey;    ///< The block's key, or NoKey.
    uint32_t Generation = 0; ///< All bits; the table has the lowest.
    uint32_t Owner = 0;      ///< The lane that used it last.
    uint32_t Server = 0;     ///< The block's server (SharedState.h).
  };

  Slots(uint32_t Lanes, uint64_t Most) : FreeOf(Lanes), Most(Most) {}

  /// Returns the slot for a new block of \p Lane. Call it only if fewer than
  /// Most blocks are live.
  uint32_t take(uint32_t Lane) {
    FreeList &Mine = FreeOf[Lane];
    if (Mine.Numbers.size() == Mine.First) {
      if (All.size() != Most) {
        All.push_back({NoKey, 0, Lane, 0});
        return uint32_t(All.size() - 1);
      }
      takeOver(Mine);
    }
    uint32_t Result = Mine.Numbers.back();
    Mine.Numbers.pop_back();
    return Result;
  }
  void giveBack(uint32_t Slot, uint32_t Lane) {
    FreeOf[Lane].Numbers.push_back(Slot);
  }

  Slot &operator[](uint32_t I) { return All[I]; }
  llvm::ArrayRef<Slot> all() const { return All; }

private:
  struct FreeList {
    std::vector<uint32_t> Numbers;
    size_t First = 0; ///< Numbers before this index were taken over.
  };
  /// Takes the older half of the longest list.
  void takeOver(FreeList &To) {
    FreeList *Longest = &FreeOf[0];
    for (FreeList &L : FreeOf)
      if (L.Numbers.size() - L.First > Longest->Numbers.size() - Longest->First)
        Longest = &L;
    const size_t Count = (Longest->Numbers.size() - Longest->First + 1) / 2;
    auto Begin = Longest->Numbers.begin() + ptrdiff_t(Longest->First);
    // The oldest will be taken first.
    To.Numbers.assign(std::make_reverse_iterator(Begin + ptrdiff_t(Count)),
                      std::make_reverse_iterator(Begin));
    To.First = 0;
    Longest->First += Count;
    if (Longest->First >= Longest->Numbers.size() / 2) {
      Longest->Numbers.erase(Longest->Numbers.begin(),
                             Longest->Numbers.begin() +
                                 ptrdiff_t(Longest->First));
      Longest->First = 0;
    }
  }

  std::vector<Slot> All;
  std::vector<FreeList> FreeOf;
  const uint64_t Most;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_SLOTS_H

//===- Growth.h - blocks that take the place of smaller ones ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts the steps of growth behind each block. A call of realloc(3) is a step
/// by itself. A container's step is seen when its old block is freed, by the
/// rule of GrowthCounters (LifetimeFormat.h):
/// \code
///   New = operator new(2 * n);   born       -> a candidate, by half its size
///   ... move or copy the elements ...
///   operator delete(Old, n);     found at n -> New has one step more than Old
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_LIFETIME_GROWTH_H
#define ANOMALLOC_RUNTIME_LIFETIME_GROWTH_H

#include "lifetime/LifetimeRows.h"
#include "lifetime/LiveTable.h"

namespace anomalloc::runtime {

/// A call of realloc(3) that made the block To, of Size bytes, out of the block
/// From. To is null if the call only freed From.
struct Resize {
  const void *From;
  const void *To;
  uint64_t Size;
};

/// What is known of a block's birth when it ends.
struct Birth {
  uint64_t Clock;
  uint32_t Steps;
  bool Elsewhere;     ///< Another thread made it.
  uint32_t Depth = 0; ///< As LiveBlock::depth().
  uint64_t Time = 0;  ///< As LiveBlock::Time; 0: not known.
};

/// What one thread knows of blocks that grow. Part of Watch, and guarded by
/// Watch::Busy. Valid when zeroed.
class Growth {
public:
  /// The serial number of the thread, as in LiveBlock.
  uint32_t Thread;

  /// Called when a thread with the serial number \p Thread takes the lane.
  /// Forgets the blocks of the thread that had the lane before.
  void begin(uint32_t Thread) {
    __builtin_memset(static_cast<void *>(this), 0, sizeof(*this));
    this->Thread = Thread;
  }

  /// Whether realloc(3) has just given a block. The block's birth then asks
  /// stepsOfResized().
  bool isResizing() const { return Resized; }

  /// The number of steps of growth behind \p Block of row \p R, which is born
  /// now.
  uint32_t stepsOfResized(Lane &L, LifetimeRows &Rows, LifetimeRow &R,
                          const void *Block);

  /// Notes that a block of \p Size bytes was born at \p Clock. \p Its is the
  /// block's entry.
  void noteBirth(const LiveTable::Entry &Its, uint64_t Size, uint64_t Clock) {
    uint32_t Half = uint32_t((Size + 1) / 2);
    ++Births;
    Candidates[placeOf(Half)] = {Its.Place, Clock,  Half,
                                 Births,    Deaths, Its.Shift};
  }

  /// Whether a block of \p Size bytes that is given back may have been copied
  /// to a larger one. Then the caller must use the noteDeath() with arguments,
  /// which finds out whether it was.
  bool mayHaveGrown(uint64_t Size, const Birth &Old) const {
    const Candidate &C = Candidates[placeOf(uint32_t(Size))];
    if (__builtin_expect(C.Half != uint32_t(Size), 1))
      return false;
    // Clocks of different threads do not tell which came first.
    if (!Old.Elsewhere && C.Clock <= Old.Clock)
      return false;
    // At most: copies of the elements and one more, and the ends of the
    // elements.
    uint32_t Made = Births - C.Births, Freed = Deaths - C.Deaths;
    return C.Place && Made >= Freed && Made <= 2 * Freed;
  }
  /// Notes the end of a block that has not grown.
  void noteDeath() { ++Deaths; }

  /// Notes that a block of row \p R, of \p Size bytes, is freed. Finds out
  /// whether the block has been copied to a larger one.
  void noteDeath(Lane &L, LifetimeRows &Rows, const LifetimeRow &R,
                 uint64_t Size, const Birth &Old) {
    if (mayHaveGrown(Size, Old))
      link(L, Rows, R, Old);
    noteDeath();
  }

  /// Notes that realloc(3) freed the block \p Old of row \p R. The birth of the
  /// new block may follow.
  void noteResize(Lane &L, LifetimeRows &Rows, LifetimeRow &R, const Birth &Old,
                  const Resize &Its);

  /// Notes that the block that realloc(3) has just given is not watched.
  void forgetResized() { Resized = nullptr; }

private:
  /// A block that this thread made. Clock, Births and Deaths are what they were
  /// at the block's birth.
  struct Candidate {
    uint64_t *Place; ///< Of the block's entry; null: no block.
    uint64_t Clock;
    uint32_t Half; ///< Half the block's size, rounded up; the low 32 bits.
    uint32_t Births;
    uint32_t Deaths;
    uint32_t Shift; ///< Of the block's entry.
  };
  static constexpr uint32_t CandidateBits = 6;

  static uint32_t placeOf(uint32_t Half) {
    return (Half * 0x9e3779b9u) >> (32 - CandidateBits);
  }

  void link(Lane &L, LifetimeRows &Rows, const LifetimeRow &R,
            const Birth &Old);

  /// How many blocks were born and freed in this thread; modulo 2^32.
  uint32_t Births, Deaths;
  /// The block that realloc has just given; null: none.
  const void *Resized;
  uint64_t MovedBytes; ///< Old size, if the block grew and moved; else 0.
  uint32_t StepsBefore;
  bool Grew;
  Candidate Candidates[1 << CandidateBits];
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_LIFETIME_GROWTH_H

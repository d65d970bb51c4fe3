//===- RowAtHand.h - the stack that comes next ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What guesses from which stack the next event comes, and whether it is worth
/// while to look for it among the stacks that are known.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_ROWATHAND_H
#define ANOMALLOC_RUNTIME_STACKS_ROWATHAND_H

#include "count/Units.h"
#include "stacks/StackTable.h"

namespace anomalloc::runtime {

/// The row of a site's events of one size from one stack: half a cache line.
struct alignas(32) RowAtHand {
  uint64_t Asker; ///< As asker() says; 0: unused.
  /// Size: 48 bits, no block is larger. Above it the number among KnownStacks
  /// of the rows' stack, if it still has their node.
  uint64_t SizeAndStack;
  StackCountRef Rows;

  /// AnomallocTls::Asking, or what askingOf() says for dark code, with the
  /// section's id where both have no bits. In a sampled run nobody asks for
  /// rows at hand, so no rate is told apart.
  static uint64_t asker(uint64_t Asking, uint32_t Section) {
    static_assert(MaxUnits <= 1 << 16);
    return Asking | uint64_t(Section) << 48;
  }
  bool has(uint64_t Asker, uint64_t Size) const {
    return this->Asker == Asker && (SizeAndStack ^ Size) << 16 == 0;
  }
  uint32_t stack() const { return uint32_t(SizeAndStack >> 48); }
};
constexpr unsigned LogRowsAtHand = 12;

/// Whether to look for stacks among those that are known, and to remember more:
/// where stacks change all the time, that costs more than it saves. Then every
/// sixteenth event tries, so that what has become steady is found.
class Luck {
public:
  bool tries() { return Score < Most || !(++Left % 16); }
  void note(bool Found) {
    if (Found)
      Score = Score < 2 ? 0 : Score - 2;
    else if (Score < Most)
      ++Score;
  }

private:
  static constexpr uint32_t Most = 8;
  uint32_t Score; ///< Of bad luck, up to Most.
  uint32_t Left;  ///< Events since that score.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_ROWATHAND_H

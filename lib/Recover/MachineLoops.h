//===- MachineLoops.h - loops of a graph of blocks --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loops of a function, by the rule of B. Steensgaard ("Sequentializing
/// program dependence graphs for irreducible programs", 1993): blocks that
/// reach one another are one loop, whatever the number of its entries. Without
/// the jumps to these entries, what still reaches one another is a loop inside.
/// In code without gotos these are the natural loops, where those with one
/// header are one.
///
/// LLVM's own loop and cycle analyses keep all blocks of each loop, so that
/// code made to harm fills the memory. This one takes memory in proportion to
/// the jumps, and time in proportion to the jumps and 64 levels.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_MACHINELOOPS_H
#define ANOMALLOC_RECOVER_MACHINELOOPS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace anomalloc::recover {

/// The blocks of a function, in the order of their addresses. Each has a list
/// of those that may run next.
using BlockGraph = std::vector<llvm::SmallVector<uint32_t, 2>>;

/// The loops around one block.
struct BlockLoops {
  uint32_t Depth = 0;
  uint32_t Header = 0;    ///< First entry of the innermost one, if Depth.
  bool Reachable = false; ///< From the first block.
};

/// The loops around each block of \p Graph, whose entry is \p Entry. What
/// cannot be reached from there is looked at for itself: its jumps into the
/// rest do not count. None if more than 64 loops are within one another.
std::optional<std::vector<BlockLoops>> findLoops(BlockGraph Graph,
                                                 uint32_t Entry);

} // namespace anomalloc::recover

#endif // ANOMALLOC_RECOVER_MACHINELOOPS_H

//===- BlockOf.h - a block with or without an alignment ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_REPLAYER_BLOCKOF_H
#define ANOMALLOC_REPLAY_REPLAYER_BLOCKOF_H

#include <stdint.h>
#include <stdlib.h>

namespace anomalloc {
namespace replay {

/// Asks the allocator for a block of \p Size bytes. \p AlignmentBits is the
/// power of two of the alignment, or 0 for no alignment. Returns null if there
/// is no memory.
inline void *blockOf(uint64_t Size, unsigned AlignmentBits) {
  if (!AlignmentBits)
    return malloc(Size);
  // It refuses smaller ones; aligned_alloc(3) may refuse sizes.
  constexpr uint64_t Least = sizeof(void *);
  const uint64_t Alignment = uint64_t(1) << AlignmentBits;
  void *Block = nullptr;
  if (posix_memalign(&Block, Alignment < Least ? Least : Alignment, Size) != 0)
    return nullptr;
  return Block;
}

} // namespace replay
} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_REPLAYER_BLOCKOF_H

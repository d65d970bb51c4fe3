//===- ProbeKept.h - what blocks that stay take -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measures blocks that stay, as the nodes of a tree do, while a program uses
/// more memory than the caches hold. The blocks are made one after the other,
/// followed from link to link, and freed, each time out of a cold cache. A pool
/// would have the blocks in one piece of memory, and would not free single
/// blocks. The questions ask how much time the pool would save: the time to
/// follow the links, less the time in one piece, plus the time to free.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBEKEPT_H
#define ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBEKEPT_H

#include <stdint.h>

namespace anomalloc {

/// The number of blocks of \p Size bytes in a round. It is 0 if a block of this
/// size is no node.
unsigned keptBlocksFor(uint64_t Size);

/// The time that a pool would save if nobody else makes blocks meanwhile, and
/// if the blocks are freed in the order in which they were made. The result is
/// processor time of the thread. Can be used as a TimeQuestion::Round.
uint64_t timeKeptTogether(uint64_t Size, unsigned Number);

/// The time that a pool would save if each block is followed by a foreign
/// block, of another size, which stays as well. Half of the blocks are freed in
/// an order that a machine cannot foresee.
uint64_t timeKeptApart(uint64_t Size, unsigned Number);

/// The number of gaps in a round of timeGaps(). It is 0 if \p Size is too
/// large. A gap is a foreign block between two nodes.
unsigned gapsFor(uint64_t Size);
/// The time that \p Number gaps cost when the nodes are followed. The nodes
/// have mixed sizes, \p Size on average. While they lie in a row, the processor
/// fetches them before they are asked for. Behind a gap, it does not do so for
/// a while.
uint64_t timeGaps(uint64_t Size, unsigned Number);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBEKEPT_H

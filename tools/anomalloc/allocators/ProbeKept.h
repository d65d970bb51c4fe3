//===- ProbeKept.h - what blocks that stay take -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks that stay, as the nodes of a tree do, while more is used than the
/// caches hold: they are made one after the other, followed from link to link,
/// and freed, each time out of a cold cache. A pool would have them in one
/// piece of memory, and free none alone. The questions ask what it would save:
/// the time to follow the links, less that in one piece, and the time to free.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBEKEPT_H
#define ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBEKEPT_H

#include <stdint.h>

namespace anomalloc {

/// 0: a block of \p Size bytes is no node.
unsigned keptBlocksFor(uint64_t Size);

/// Nobody else makes blocks meanwhile, and they are freed in the order of
/// making. As TimeQuestion::Round, in the thread's own time.
uint64_t timeKeptTogether(uint64_t Size, unsigned Number);

/// Each is followed by one of somebody else's, of another size, that stays as
/// well; half of them are freed in no order that a machine foresees.
uint64_t timeKeptApart(uint64_t Size, unsigned Number);

/// What one block of somebody else's costs the nodes that it lies between, when
/// they are followed: the processor fetches nodes of mixed sizes, \p Size on
/// average, before they are asked for while they lie in a row. Behind a gap it
/// does not for a while. \p Number of gaps.
unsigned gapsFor(uint64_t Size);
uint64_t timeGaps(uint64_t Size, unsigned Number);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_PROBEKEPT_H

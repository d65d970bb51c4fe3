//===- LiveBlocks.h - the blocks of devices that live -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Knows each block of another memory space from its birth to its end, for the
/// sums of the spaces (format::SpaceSums). Such blocks are few, and making one
/// is slow: one lock and one table serve all threads. Not for signal handlers.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_DEVICES_LIVEBLOCKS_H
#define ANOMALLOC_RUNTIME_DEVICES_LIVEBLOCKS_H

#include "anomalloc/SiteTable.h"
#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime::devices {

/// What stands before an accelerator's functions does one thing at a time.
class OneAtATime {
public:
  OneAtATime();
  ~OneAtATime();
};

/// Notes a block that was made at \p Address; 0: it has none. The caller holds
/// OneAtATime.
void noteMade(uint64_t Address, size_t Size, MemorySpace Space);

/// Notes that the block at \p Address will be freed. Two blocks may have one
/// address: one of a library's pool (\p OfPool), and the one that it was cut
/// from. The caller holds OneAtATime.
void noteFreed(uint64_t Address, bool OfPool);

} // namespace anomalloc::runtime::devices

#endif // ANOMALLOC_RUNTIME_DEVICES_LIVEBLOCKS_H

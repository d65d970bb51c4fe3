//===- AddressSpace.h - how much room the runtime takes ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a limit is set on the address space (RLIMIT_AS) or on private memory
/// (RLIMIT_DATA), the program must get what it would have got without us. So
/// the runtime takes at most a sixteenth of the room that there is beside what
/// the program uses already. What would be more is refused like memory that
/// does not exist: then events, stacks or blocks are dropped, and told.
///
/// Without a limit nothing is refused. Any thread, async-signal-safe.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_ADDRESSSPACE_H
#define ANOMALLOC_RUNTIME_PROCESS_ADDRESSSPACE_H

#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {

/// sys::mapPrivate within the runtime's share.
void *takePrivate(size_t Size, bool WipeOnFork, bool &Wiped);
/// sys::mapShared within the runtime's share.
void *takeShared(int Fd, uint64_t Offset, size_t Size);
/// Gives what that gave back.
void giveShared(void *Memory, size_t Size);

/// Whether takePrivate() would give \p Size bytes. The system is asked only now
/// and then: at each event, if need be.
bool mayTake(size_t Size);

/// Whether the share has room for \p Size bytes now.
bool hasRoomFor(size_t Size);

/// Whether the share is small: then tables begin small, too.
bool isRoomTight();

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_ADDRESSSPACE_H

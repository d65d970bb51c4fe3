//===- AddressSpace.h - how much room the runtime takes ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A limit may be set on the address space (RLIMIT_AS) or on private memory
/// (RLIMIT_DATA). The program must then get all the memory that it would get
/// without us. So the runtime takes at most a sixteenth of the room that the
/// program does not use yet. A request for more is refused, as if there were no
/// more memory: the runtime then drops events, stacks or blocks, and says so.
///
/// Without a limit no request is refused. Any thread, async-signal-safe.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_ADDRESSSPACE_H
#define ANOMALLOC_RUNTIME_PROCESS_ADDRESSSPACE_H

#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {

/// How many bits an address of user space has.
#if defined(__aarch64__)
inline constexpr unsigned AddressBits = 48;
#else
inline constexpr unsigned AddressBits = 47;
#endif

/// Calls sys::mapPrivate, or returns null if the runtime's share has no room.
void *takePrivate(size_t Size, bool WipeOnFork, bool &Wiped);
/// Makes zero what takePrivate() was to let a child of fork(2) find so, where the
/// kernel cannot (\p Wiped). To be called in the child, while it has one thread.
void wipeByHand();
/// Unmaps memory that takePrivate() returned, without \p WipeOnFork.
void givePrivate(void *Memory, size_t Size);
/// The memory that \p Place points to. If \p Place is null, puts \p Size zeroed
/// bytes there, which a forked child finds zeroed. Null without memory.
template <typename T> T *takeOnce(T *&Place, size_t Size) {
  T *Known = __atomic_load_n(&Place, __ATOMIC_ACQUIRE);
  if (Known)
    return Known;
  bool Wiped;
  T *New = static_cast<T *>(takePrivate(Size, true, Wiped));
  // Whoever comes first wins. The memory of the others stays untouched, so it
  // never becomes resident.
  if (!New || __atomic_compare_exchange_n(&Place, &Known, New, false,
                                          __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return New;
  return Known;
}
/// Calls sys::mapShared, or returns null if the runtime's share has no room.
void *takeShared(int Fd, uint64_t Offset, size_t Size);
/// Unmaps memory that takeShared() returned.
void giveShared(void *Memory, size_t Size);

/// Whether takePrivate() would return \p Size bytes. After a refusal the system
/// is asked again only now and then. So this may be called at each event.
bool mayTake(size_t Size);

/// Whether the share has room for \p Size bytes now.
bool hasRoomFor(size_t Size);

/// Whether the share is small. Tables begin small, too, in this case.
bool isRoomTight();

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_ADDRESSSPACE_H

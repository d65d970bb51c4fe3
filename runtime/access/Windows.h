//===- Windows.h - what each thread read and wrote --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The windows of anomalloc/Access.h, in the mode access. A window is private
/// memory that a forked child finds zeroed. Only its lane's thread counts in
/// it.
///
/// A slot must be zero when a block begins there. Blocks clear their slots when
/// they end, and, as accesses between blocks leave counts behind, when they
/// begin. Other memory (stacks, variables, mappings of the program) leaves
/// counts, too. So pages are told apart: when the first block begins in a page,
/// the page's slots are cleared, and when a large block ends, whose pages the
/// allocator may give back to the system, the pages count as new again.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_ACCESS_WINDOWS_H
#define ANOMALLOC_RUNTIME_ACCESS_WINDOWS_H

#include "anomalloc/Access.h"
#include "process/System.h"

namespace anomalloc::runtime {

struct Lane;
struct Process;

using AccessSlot = AnomallocAccessSlot;

/// Flags in AccessSlot::First.
enum AccessFlag : uint32_t {
  /// It was read before its bytes were all written.
  ReadEarly = 1u << 31,
  /// Zeros were its first access; AccessSlot::Written does not count them.
  Zeroed = 1u << 30,
  /// A copy was its first access.
  Copied = 1u << 29,
  /// A counter ran over; see AccessOverflows.
  Overflown = 1u << 28,
  AllAccessFlags = ReadEarly | Zeroed | Copied | Overflown
};

/// What stands in memory as a window: the slots, and behind them a byte for
/// each page of the address space, which tells whether any of the page's slots
/// was ever used.
struct AccessWindow {
  static constexpr uint64_t AddressMask =
      (uint64_t(1) << ANOMALLOC_ACCESS_WINDOW_BITS) - 1;
  static constexpr unsigned LogPage = 12;
  static constexpr uint64_t NumPages = (AddressMask + 1) >> LogPage;
  static constexpr uint64_t SlotBytes =
      (AddressMask + 1 + ANOMALLOC_ACCESS_SLACK) / 8 * sizeof(AccessSlot);
  static constexpr uint64_t Bytes = SlotBytes + NumPages + 4096;

  static AccessSlot &slot(AccessSlot *Window, uint64_t Address) {
    return Window[(Address & AddressMask) / 8];
  }
  static uint8_t &isUsed(AccessSlot *Window, uint64_t Address) {
    return reinterpret_cast<uint8_t *>(
        Window)[SlotBytes + ((Address & AddressMask) >> LogPage)];
  }
};

/// A window in use, in a list of the process's.
struct WindowRef {
  AccessSlot *Slots;
  const Lane *Of;
  WindowRef *Next;
};

/// Counters that ran over, by slot. A count that finds no room is lost.
struct AccessOverflows {
  struct Row {
    const AccessSlot *Slot; ///< Null: free.
    uint64_t Read, Written;
  };
  static constexpr uint32_t NumRows = 1024;
  sys::Lock Lock;
  Row Rows[NumRows];
};

/// What the process knows of accesses. Valid when zeroed; in memory that a
/// forked child finds zeroed.
struct Accesses {
  WindowRef *Windows; ///< Newest first. Null: the mode is off.
  sys::Lock WindowLock;
  /// A byte for each page of the window: blocks begin there.
  uint8_t *IsHeap;
  AccessOverflows *Overflows;

  bool exist() const { return IsHeap; }
};

/// Prepares \p P, while its profile begins. False when there is no memory.
bool beginAccesses(Process &P, const sys::SignalGuard &Guard);

/// Called when the calling thread takes the lane: the thread's window, if it
/// has one already (after fork), or the lane's belongs to both.
void beginWindow(Lane &L);

/// Makes the slots of the pages of the block ready, which begins now. Any
/// thread, async-signal-safe.
void prepareSlots(Accesses &All, const void *Block, uint64_t Size);

/// Clears the slots of a block that ends, and whose counts nobody wants.
void clearSlots(Accesses &All, const void *Block, uint64_t Size);

/// Notes that the pages of a large block may become other memory.
void leavePages(Accesses &All, const void *Block, uint64_t Size);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_ACCESS_WINDOWS_H

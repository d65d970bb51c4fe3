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
#include "process/Companion.h"

namespace anomalloc::runtime {

struct Lane;
struct Process;

using AccessSlot = AnomallocAccessSlot;

/// What is known of a slot beside its counters, in a byte. It is 0 for a slot
/// that nobody accessed.
enum AccessFlag : uint8_t {
  ReadEarly = 1, ///< It was read before its 8 bytes were written.
  Zeroed = 2,    ///< Zeros were its first access. No counter counts them.
  Copied = 4,    ///< A copy was its first access.
  Full = 8,      ///< A counter was full once: fullOnes() counts.
  WasRead = 16,
  WasWritten = 32,
  Whole = 64, ///< Its first write was one of all its 8 bytes.
};

struct AccessedBytes {
  uint64_t Read, Written;
};

/// A counter of a slot holds so many bytes.
constexpr uint64_t FullBytes = uint64_t(1) << 16;

/// The bytes that a counter of a slot stands for. \p IsUsed: ever counted in.
inline uint64_t bytesOf(uint16_t Counter, bool IsUsed) {
  if (!Counter && IsUsed)
    return FullBytes;
  return uint16_t(-Counter);
}

/// Ranges of whole slots that were read or written at once: how many began and
/// ended in a slot. A range that begins in one slot and ends in another one
/// accessed each slot between them, too, so a sum from the block's begin on
/// tells for each slot how many ranges covered it.
struct RangeSlot {
  uint32_t ReadBegins, ReadEnds;
  uint32_t WriteBegins, WriteEnds;
  bool isEmpty() const {
    return !(ReadBegins | ReadEnds | WriteBegins | WriteEnds);
  }
};

/// See AccessWindow::fullOnes().
struct FullOnes {
  uint32_t Read, Written;
};

/// A thread's window.
class AccessWindow {
public:
  explicit AccessWindow(AccessSlot *Slots = nullptr)
      : Base(reinterpret_cast<char *>(Slots)) {}

  /// Zeroed memory for a window, or none.
  static AccessWindow map();

  AccessSlot *slots() const { return reinterpret_cast<AccessSlot *>(Base); }
  explicit operator bool() const { return Base; }
  bool has(const AccessSlot *Slot) const {
    return uint64_t(reinterpret_cast<const char *>(Slot) - Base) <
           ANOMALLOC_ACCESS_LAST;
  }

  AccessSlot &slot(uint64_t Address) const {
    return reinterpret_cast<AccessSlot *>(Base)[(Address & AddressMask) / 8];
  }
  uint32_t &last(uint64_t Address) const {
    return *reinterpret_cast<uint32_t *>(Base + ANOMALLOC_ACCESS_LAST +
                                         (Address & AddressMask) / 64 * 4);
  }
  /// When the first access of the 64 bytes was, plus one; 0: not known.
  uint32_t &first(uint64_t Address) const {
    return *reinterpret_cast<uint32_t *>(Base + FirstAt +
                                         (Address & AddressMask) / 64 * 4);
  }
  uint8_t &flags(uint64_t Address) const {
    return *reinterpret_cast<uint8_t *>(Base + FlagsAt +
                                        (Address & AddressMask) / 8);
  }
  RangeSlot &ranges(uint64_t Address) const {
    return *reinterpret_cast<RangeSlot *>(Base + RangesAt +
                                          2 * (Address & SlotMask));
  }
  /// How often the slot's counters were full, each time with FullBytes. In
  /// 32 bits each, so a counter ends at 2^48 bytes.
  FullOnes &fullOnes(uint64_t Address) const {
    return *reinterpret_cast<FullOnes *>(Base + FullOnesAt +
                                         (Address & SlotMask));
  }
  /// What the slot, whose flags are \p Flags, has counted.
  AccessedBytes bytes(uint64_t Address, uint8_t Flags) const {
    const AccessSlot &S = slot(Address);
    AccessedBytes Its = {bytesOf(S.Read, Flags & WasRead),
                         bytesOf(S.Written, Flags & WasWritten)};
    if (__builtin_expect(Flags & Full, 0)) {
      const FullOnes &More = fullOnes(Address);
      Its.Read += More.Read * FullBytes;
      Its.Written += More.Written * FullBytes;
    }
    return Its;
  }
  /// Makes the slot as new. \p Flags: as for bytes().
  void clearSlot(uint64_t Address, uint8_t Flags) const {
    slot(Address) = {};
    if (__builtin_expect(Flags & Full, 0))
      fullOnes(Address) = {};
    flags(Address) = 0;
  }
  /// The flags of the slots from \p From to \p To, eight at most, one after
  /// the other.
  uint64_t flagsOf(uint64_t From, uint64_t To) const {
    uint64_t Its;
    __builtin_memcpy(&Its, &flags(From), sizeof(Its));
    const uint64_t Slots = (To - From + 7) / 8;
    return Slots < 8 ? Its & ((uint64_t(1) << 8 * Slots) - 1) : Its;
  }
  /// What of a page's slots was ever used: Counted, Ranged.
  uint8_t &use(uint64_t Address) const {
    return *reinterpret_cast<uint8_t *>(Base + UseAt + pageOf(Address));
  }
  enum Use : uint8_t { Counted = 1, Ranged = 2 };

  static constexpr uint64_t PageSize = 4096;
  static uint64_t pageOf(uint64_t Address) {
    return (Address & AddressMask) / PageSize;
  }
  static constexpr uint64_t AddressMask =
      (uint64_t(1) << ANOMALLOC_ACCESS_WINDOW_BITS) - 1;
  static constexpr uint64_t NumPages = (AddressMask + 1) / PageSize;

private:
  static constexpr uint64_t SlotMask = AddressMask & ~uint64_t(7);
  static constexpr uint64_t Slack = ANOMALLOC_ACCESS_SLACK;
  static constexpr uint64_t FirstAt =
      ANOMALLOC_ACCESS_LAST + (AddressMask + 1) / 16 + Slack;
  static constexpr uint64_t FlagsAt = FirstAt + (AddressMask + 1) / 16 + Slack;
  static constexpr uint64_t RangesAt = FlagsAt + (AddressMask + 1) / 8 + Slack;
  static constexpr uint64_t UseAt = RangesAt + 2 * (AddressMask + 1 + Slack);
  static constexpr uint64_t FullOnesAt = UseAt + NumPages + Slack;
  static constexpr uint64_t Bytes = FullOnesAt + AddressMask + 1 + Slack;

  char *Base;
};

/// A window in use, in a list of the process's.
struct WindowRef {
  AccessWindow Its;
  const Lane *Of;
  WindowRef *Next;
};

/// What the process knows of accesses. Valid when zeroed; in memory that a
/// forked child finds zeroed.
struct Accesses {
  WindowRef *Windows; ///< Newest first.
  sys::Lock WindowLock;
  /// For each page of a window: where in the address space the page is in which
  /// blocks begin, in units of 2^38 bytes, plus one. 0: no block has begun
  /// there yet. OfSeveral: blocks of several pages have these slots. Null: the
  /// mode is off.
  uint16_t *HeapPages;
  sys::CompanionState Keeper; ///< Of the process of Keeper.h.
  bool KeeperAsked;           ///< It was started, or could not be.
  /// No block is summed any more. Threads may be in the middle of it.
  bool Ended;

  bool exist() const {
    return HeapPages && !__atomic_load_n(&Ended, __ATOMIC_RELAXED);
  }
  void end() {
    __atomic_store_n(&__anomalloc_access_on, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&Ended, true, __ATOMIC_RELAXED);
  }
  /// Whether the page at \p Address holds blocks, so that its slots are those
  /// of blocks alone.
  uint16_t &heapPage(uint64_t Address) const {
    return HeapPages[AccessWindow::pageOf(Address)];
  }
  static constexpr uint16_t OfSeveral = 0xffff;
  static uint16_t whereOf(uint64_t Address) {
    return uint16_t(Address >> ANOMALLOC_ACCESS_WINDOW_BITS) + 1;
  }
};

/// Prepares \p P, while its profile begins. False when there is no memory.
bool beginAccesses(Process &P, const sys::SignalGuard &Guard);

/// Called when the calling thread takes the lane: gives both one window.
void beginWindow(Lane &L);

/// Makes the slots of the pages of the block ready, which begins now. Any
/// thread, async-signal-safe.
void prepareSlots(Accesses &All, const void *Block, uint64_t Size);

/// Whether the slots of the block are its own: no other block has the same ones
/// (two whose addresses differ by a multiple of 2^38).
bool ownsSlots(const Accesses &All, const void *Block, uint64_t Size);

/// Clears the slots of a block that ends, and whose counts nobody wants.
void clearSlots(Accesses &All, const void *Block, uint64_t Size);

/// Notes that the pages of a large block may become other memory.
void leavePages(Accesses &All, const void *Block, uint64_t Size);

/// Calls Use(From, To) for the bytes from \p Begin to \p End, page by page.
template <typename Function>
void eachPage(uint64_t Begin, uint64_t End, Function Use) {
  while (Begin < End) {
    uint64_t Next = (Begin | (AccessWindow::PageSize - 1)) + 1;
    if (Next > End)
      Next = End;
    Use(Begin, Next);
    Begin = Next;
  }
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_ACCESS_WINDOWS_H

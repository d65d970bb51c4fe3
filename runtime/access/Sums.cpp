//===- Sums.cpp -----------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Sums.h"
#include "access/Windows.h"
#include "count/BusyGuard.h"
#include "count/Lane.h"
#include "interpose/Allocator.h"
#include "lifetime/LiveTableWalk.h"
#include "process/Process.h"

using anomalloc::format::AccessCounters;

namespace anomalloc::runtime {

namespace {

/// A block whose accesses are to be added up.
struct AccessedBlock {
  const void *Block;
  uint64_t Size; ///< Bytes asked for.
  uint64_t Born; ///< The allocation clock just after its birth, in bytes.
  uint64_t Now;  ///< The clock.
  /// The lane whose thread made the block; null: that thread is not known.
  const Lane *Maker;
};

/// Adds the accesses of one block to the counters of a row of all stacks, which
/// is of the calling thread's lane, and clears the block's slots.
class Summing {
public:
  Summing(Accesses &All, Lane &Of, LifetimeRow &R, const AccessedBlock &Its)
      : All(All), Of(Of), R(R), Its(Its),
        Begin(reinterpret_cast<uint64_t>(Its.Block)),
        HasSlots(Its.Size <= AccessCounters::NumSlots * 8) {}

  void run() {
    eachPage(Begin, Begin + Its.Size,
             [&](uint64_t From, uint64_t To) { addPage(From, To); });
    tell();
  }

private:
  void add(uint32_t Counter, uint64_t Value = 1) {
    if (Value)
      Of.Watched.Rows.addToAccesses(Of, R, Counter, Value);
  }

  /// The slots from \p From to \p To, which are on one page.
  void addPage(uint64_t From, uint64_t To) {
    const WindowRef *User = nullptr;
    bool HasSeveral = false, HasRanges = Ranges.Read | Ranges.Written;
    for (WindowRef *W = __atomic_load_n(&All.Windows, __ATOMIC_ACQUIRE); W;
         W = W->Next)
      if (const uint8_t Use = W->Its.use(From)) {
        HasSeveral |= User != nullptr;
        HasRanges |= Use & AccessWindow::Ranged;
        User = W;
      }
    if (!User && !HasRanges) {
      IsWhole = false;
      return;
    }
    if (!HasSeveral && !HasRanges)
      addSlotsOf(*User, From, To);
    else
      for (uint64_t At = From; At < To; At += 8)
        addSlot(At);
    noteMoments(From, To);
    if (To - From == AccessWindow::PageSize)
      for (WindowRef *W = All.Windows; W; W = W->Next)
        W->Its.use(From) = 0;
  }

  /// The usual case of addSlot(): one thread alone used the page, and counted
  /// each access.
  void addSlotsOf(const WindowRef &W, uint64_t From, uint64_t To) {
    for (uint64_t Eight = From; Eight < To; Eight += 64) {
      uint64_t Flags = W.Its.flagsOf(Eight, To);
      if (!Flags) {
        IsWhole = false;
        continue;
      }
      noteUser(W);
      for (uint64_t At = Eight; At < To && At < Eight + 64; At += 8) {
        const auto Its = uint8_t(Flags);
        Flags >>= 8;
        if (!Its) {
          IsWhole = false;
          continue;
        }
        const AccessedBytes Bytes = W.Its.bytes(At, Its);
        W.Its.clearSlot(At, Its);
        addTouched(At - Begin, Bytes, Its, Its & Zeroed ? 8 : 0);
      }
    }
  }

  /// What all windows know of one slot, and clears it.
  void addSlot(uint64_t At) {
    AccessedBytes Bytes = {};
    uint8_t Flags = 0;
    const WindowRef *UserOfSlot = nullptr;
    uint64_t Zeros = 0;
    for (WindowRef *W = All.Windows; W; W = W->Next) {
      const uint8_t Use = W->Its.use(At);
      if (!Use)
        continue;
      if (const uint8_t Its = W->Its.flags(At)) {
        const AccessedBytes More = W->Its.bytes(At, Its);
        Bytes.Read += More.Read;
        Bytes.Written += More.Written;
        Zeros += Its & Zeroed ? 8 : 0;
        // Which of two threads came first is not known.
        Flags |= UserOfSlot ? Its | ReadEarly : Its;
        UserOfSlot = W;
        noteUser(*W);
        W->Its.clearSlot(At, Its);
      }
      if (Use & AccessWindow::Ranged)
        if (RangeSlot &Range = W->Its.ranges(At); !Range.isEmpty()) {
          Ranges.Read += Range.ReadBegins;
          Ranges.Written += Range.WriteBegins;
          Ended.Read += Range.ReadEnds;
          Ended.Written += Range.WriteEnds;
          Range = {};
        }
    }
    const bool ReadByRange = Ranges.Read && !Bytes.Read;
    const bool Ranged = Ranges.Read | Ranges.Written;
    Bytes.Read += 8 * Ranges.Read;
    Bytes.Written += 8 * Ranges.Written;
    Ranges.Read -= Ended.Read;
    Ranges.Written -= Ended.Written;
    Ended = {};
    if (UserOfSlot || Ranged)
      addTouched(At - Begin, Bytes, ReadByRange ? Flags | ReadEarly : Flags,
                 Zeros);
    else
      IsWhole = false;
  }

  void addTouched(uint64_t At, AccessedBytes Of, uint8_t Flags,
                  uint64_t Zeros) {
    const uint64_t Bytes = Its.Size - At < 8 ? Its.Size - At : 8;
    // Of the last bytes of a block it is not known which ones were written, if
    // they are fewer than 8.
    IsOverwritten &= Bytes == 8 ? Flags & Whole && !(Flags & ReadEarly)
                                : Of.Written >= Bytes;
    IsZeroed &= Zeros != 0;
    IsCopied &= Flags & Copied && Of.Written == Bytes && !Zeros;
    Of.Written += Zeros;
    IsOnce &= Of.Read <= Bytes && Of.Written <= Bytes;
    Sum.Read += Of.Read;
    Sum.Written += Of.Written;
    Touched += Bytes;
    Extent = At + Bytes;
    if (HasSlots) {
      add(AccessCounters::SlotReads + uint32_t(At / 8), Of.Read);
      add(AccessCounters::SlotWrites + uint32_t(At / 8), Of.Written);
    }
  }

  void noteUser(const WindowRef &W) {
    Several |= User && User != &W;
    User = &W;
  }

  /// Neighbours share a line with the block's ends. So the first access of such
  /// a line may seem earlier than it was, and the last one later.
  void noteMoments(uint64_t From, uint64_t To) {
    for (WindowRef *W = All.Windows; W; W = W->Next)
      if (W->Its.use(From))
        for (uint64_t At = From & ~uint64_t(63); At < To; At += 64) {
          if (const uint32_t Its = W->Its.last(At); Its > Last)
            Last = Its;
          uint32_t &Its = W->Its.first(At);
          if (Its && Its < First)
            First = Its;
          if (At >= From && At + 64 <= To)
            Its = 0;
        }
  }

  void tell() {
    add(AccessCounters::Blocks);
    if (!Its.Size)
      return;
    add(AccessCounters::Extents +
        uint32_t((Extent * 16 + Its.Size - 1) / Its.Size));
    if (!Touched)
      return add(AccessCounters::Untouched);
    add(AccessCounters::ReadBytes, Sum.Read);
    add(AccessCounters::WrittenBytes, Sum.Written);
    add(AccessCounters::TouchedBytes, Touched);
    add(AccessCounters::ExtentBytes, Extent);
    add(AccessCounters::NeverRead, !Sum.Read);
    add(AccessCounters::NeverWritten, !Sum.Written);
    add(AccessCounters::UsedOnce, IsOnce && Sum.Read && Sum.Written);
    add(AccessCounters::Partly, Touched < Its.Size);
    if (IsWhole) {
      add(AccessCounters::Overwritten, IsOverwritten);
      add(AccessCounters::ZeroedOverwritten, IsOverwritten && IsZeroed);
      add(AccessCounters::CopiedOnlyRead, IsCopied && Sum.Read);
    }
    tellThreads();
    tellIdle();
  }

  void tellThreads() {
    if (Several)
      add(AccessCounters::BySeveral);
    else if (Its.Maker && User)
      add(User->Of == Its.Maker ? AccessCounters::ByMaker
                                : AccessCounters::ByOther);
  }

  void tellIdle() {
    constexpr uint64_t LeastLife = 64 << 10;
    const uint64_t Life = Its.Now > Its.Born ? Its.Now - Its.Born : 0;
    if (Life < LeastLife)
      return;
    // The clock of accesses is behind by less than a tick.
    const uint64_t Since = (uint64_t(Last) + 1) * ANOMALLOC_ACCESS_TICK;
    if (Its.Now > Since && (Its.Now - Since) * 10 >= Life * 9) {
      add(AccessCounters::Idle);
      add(AccessCounters::IdleBytes, Its.Size);
    }
    const uint64_t Until = uint64_t(First - 1) * ANOMALLOC_ACCESS_TICK;
    if (First != UINT32_MAX && Until > Its.Born &&
        (Until - Its.Born) * 10 >= Life * 9)
      add(AccessCounters::Early);
  }

  Accesses &All;
  Lane &Of;
  LifetimeRow &R;
  const AccessedBlock &Its;
  const uint64_t Begin;
  const bool HasSlots;
  const WindowRef *User = nullptr; ///< A thread that accessed it.
  bool Several = false;            ///< Others did, too.
  AccessedBytes Ranges = {};       ///< How many cover the slot.
  AccessedBytes Ended = {};        ///< How many of these end there.
  AccessedBytes Sum = {};
  uint64_t Touched = 0, Extent = 0;
  uint32_t First = UINT32_MAX; ///< Plus one.
  uint32_t Last = 0;
  bool IsWhole = true; ///< All of it was touched.
  bool IsOnce = true, IsOverwritten = true, IsZeroed = true, IsCopied = true;
};

} // namespace

static uint64_t clockOf(const Process &P) {
  return __atomic_load_n(&P.Lifetimes.Totals->AllocatedBytes, __ATOMIC_RELAXED);
}

static AccessedBlock describe(Process &P, const void *Block,
                              const LiveTable::Entry &Its, LifetimeRow *&R) {
  Lifetimes &All = P.Lifetimes;
  const bool IsFull = Its.isFull();
  const LiveBlock Full = IsFull ? All.Live.block(Its.number()) : LiveBlock();
  R = &All.Keys.row(IsFull ? Full.row() : Its.row());
  AccessedBlock B = {Block, R->Entry->Size, IsFull ? Full.Clock : Its.clock(),
                     clockOf(P), R->Owner};
  const Watch &Maker = R->Owner->Watched;
  if (IsFull ? Full.thread() != Maker.Growing.Thread : B.Born <= Maker.Since)
    B.Maker = nullptr; // Another thread has the lane now.
  return B;
}

void beginBlock(Lane &L, const void *Block, uint64_t Size) {
  Process &P = *L.Owner;
  prepareSlots(P.Accesses, Block, Size);
  __atomic_store_n(&__anomalloc_access_clock,
                   uint32_t(clockOf(P) / ANOMALLOC_ACCESS_TICK),
                   __ATOMIC_RELAXED);
}

static void endBlock(Lane &L, LifetimeRow *R, const AccessedBlock &B) {
  Accesses &All = L.Owner->Accesses;
  if (!ownsSlots(All, B.Block, B.Size))
    return; // It is not known what belongs to which block.
  if (R->Whole)
    R = R->Whole;
  if (R->Owner != &L)
    R = L.Watched.Rows.at(L, R->Entry->Number);
  if (R)
    Summing(All, L, *R, B).run();
  else
    clearSlots(All, B.Block, B.Size);
  leavePages(All, B.Block, B.Size);
}

void endBlock(Lane &L, const void *Block, const LiveTable::Entry &Its) {
  LifetimeRow *R;
  const AccessedBlock B = describe(*L.Owner, Block, Its, R);
  endBlock(L, R, B);
}

void endOwnBlock(Lane &L, const void *Block, LifetimeRow &R, uint64_t Born) {
  if (!L.Owner->Accesses.exist())
    return;
  BusyGuard Guard(L.Watched.Busy);
  if (Guard)
    endBlock(L, &R, {Block, R.Entry->Size, Born, clockOf(*L.Owner), &L});
}

void dropBlock(Process &P, const void *Block, const LiveTable::Entry &Its) {
  LifetimeRow *R;
  clearSlots(P.Accesses, Block,
             Its.Place    ? describe(P, Block, Its, R).Size
             : usableSize ? usableSize(Block)
                          : 0);
}

void endAccesses(Process &P) {
  Lane *L = currentLane();
  if (!P.Accesses.exist() || !L || L->Owner != &P)
    return;
  BusyGuard Guard(L->Watched.Busy);
  if (!Guard)
    return; // A signal handler ends the process: the keeper does it.
  endAccesses(P, *L);
  if (sys::processId() == P.Pid) // Not that of the parent of a vfork(2).
    sys::stopCompanion(P.Accesses.Keeper);
}

void endAccesses(Process &P, Lane &L) {
  P.Accesses.end(); // So that no other thread sums up a block as well.
  P.Lifetimes.Live.each([&](uint64_t Address, const LiveTable::Entry &Its) {
    endBlock(L, reinterpret_cast<const void *>(Address), Its);
  });
}

} // namespace anomalloc::runtime

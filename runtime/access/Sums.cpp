//===- Sums.cpp -----------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Sums.h"
#include "access/Overflows.h"
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
    eachPage(Begin, Begin + Its.Size, [&](uint64_t From, uint64_t To) {
      bool IsUsed = Ranges.Read | Ranges.Written;
      for (WindowRef *W = __atomic_load_n(&All.Windows, __ATOMIC_ACQUIRE); W;
           W = W->Next)
        IsUsed |= W->Its.use(From) != 0;
      if (!IsUsed) {
        IsWhole = false;
        return;
      }
      for (uint64_t At = From; At < To; At += 8)
        addSlot(At);
      noteMoments(From, To);
      if (To - From == AccessWindow::PageSize)
        for (WindowRef *W = All.Windows; W; W = W->Next)
          W->Its.use(From) = 0;
    });
    tell();
  }

private:
  void add(uint32_t Counter, uint64_t Value = 1) {
    constexpr uint32_t Count = format::LifetimeBuckets::Count;
    if (!Value)
      return;
    Group &Its = Known[Counter / Count % NumKnown];
    if (Its.Number != Counter / Count)
      Its = {Counter / Count, Of.Watched.Rows.countersAround(Of, R, Counter)};
    if (Its.Counts)
      Its.Counts[Counter % Count] += Value;
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
      AccessSlot &S = W->Its.slot(At);
      uint8_t &Its = W->Its.flags(At);
      bool Touched = S.Read | S.Written | Its;
      if (__builtin_expect(Its & Overflown, 0)) {
        const AccessedBytes More = takeOverflows(S);
        Bytes.Read += More.Read;
        Bytes.Written += More.Written;
      }
      Bytes.Read += S.Read;
      Bytes.Written += S.Written;
      Zeros += Its & Zeroed ? 8 : 0;
      if (Touched) {
        // Which of two threads came first is not known.
        Flags |= UserOfSlot ? Its | ReadEarly : Its;
        UserOfSlot = W;
        noteUser(*W);
        S = {};
        Its = 0;
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
    // Code that reads the last bytes of a block may have written them all,
    // though they are fewer than 8.
    IsOverwritten &= Of.Written >= Bytes && !(Flags & ReadEarly && Bytes == 8);
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

  /// Counters that were looked up, by the number of their group.
  struct Group {
    uint32_t Number;
    uint64_t *Counts;
  };
  static constexpr uint32_t NumKnown = 4;
  Group Known[NumKnown] = {};

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

static AccessedBlock describe(Process &P, const void *Block,
                              const LiveTable::Entry &Its, LifetimeRow *&R) {
  Lifetimes &All = P.Lifetimes;
  const bool IsFull = Its.isFull();
  const LiveBlock Full = IsFull ? All.Live.block(Its.number()) : LiveBlock();
  R = &All.Keys.row(IsFull ? Full.row() : Its.row());
  AccessedBlock B = {
      Block, R->Entry->Size, IsFull ? Full.Clock : Its.clock(),
      __atomic_load_n(&All.Totals->AllocatedBytes, __ATOMIC_RELAXED), R->Owner};
  const Watch &Maker = R->Owner->Watched;
  if (IsFull ? Full.thread() != Maker.Growing.Thread : B.Born <= Maker.Since)
    B.Maker = nullptr; // Another thread has the lane now.
  return B;
}

void beginBlock(Lane &L, const void *Block, uint64_t Size) {
  Process &P = *L.Owner;
  prepareSlots(P.Accesses, Block, Size);
  __atomic_store_n(&__anomalloc_access_clock,
                   uint32_t(__atomic_load_n(&P.Lifetimes.Totals->AllocatedBytes,
                                            __ATOMIC_RELAXED) /
                            ANOMALLOC_ACCESS_TICK),
                   __ATOMIC_RELAXED);
}

void endBlock(Lane &L, const void *Block, const LiveTable::Entry &Its) {
  Process &P = *L.Owner;
  LifetimeRow *R;
  const AccessedBlock B = describe(P, Block, Its, R);
  if (R->Whole)
    R = R->Whole;
  if (R->Owner != &L)
    R = L.Watched.Rows.at(L, R->Entry->Number);
  if (!ownsSlots(P.Accesses, Block, B.Size))
    return; // It is not known what belongs to which block.
  if (R)
    Summing(P.Accesses, L, *R, B).run();
  else
    clearSlots(P.Accesses, Block, B.Size);
  leavePages(P.Accesses, Block, B.Size);
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

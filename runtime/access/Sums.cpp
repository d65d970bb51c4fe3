//===- Sums.cpp -----------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Sums.h"
#include "access/Overflows.h"
#include "count/BusyGuard.h"
#include "count/Lane.h"
#include "interpose/Allocator.h"
#include "process/Process.h"

using anomalloc::format::AccessCounters;

namespace anomalloc::runtime {

namespace {

/// Adds up one block.
class Summing {
public:
  Summing(Accesses &All, Lane &Of, LifetimeRow &R, const AccessedBlock &Its)
      : All(All), Of(Of), R(R), Its(Its),
        HasSlots(Its.Size <= AccessCounters::NumSlots * 8) {}

  void run() {
    constexpr uint64_t PageSize = uint64_t(1) << AccessWindow::LogPage;
    const uint64_t Begin = reinterpret_cast<uint64_t>(Its.Block);
    for (uint64_t At = Begin, End = Begin + Its.Size; At < End;) {
      uint64_t Next = (At | (PageSize - 1)) + 1;
      if (Next > End)
        Next = End;
      if (AccessSlot *Slots = mergeWindows(At, Next)) {
        addSlots(Slots, At - Begin, (Next - At + 7) / 8);
        if (Next - At == PageSize)
          forEachUsed(At, [&](WindowRef &W) {
            AccessWindow::isUsed(W.Slots, At) = 0;
          });
      } else {
        IsWhole = false;
      }
      At = Next;
    }
    tell();
  }

private:
  void add(uint32_t Counter, uint64_t Value = 1) {
    if (Value)
      Of.Watched.Rows.addToBucket(Of, R, Counter, Value);
  }

  template <typename Function> void forEachUsed(uint64_t At, Function Use) {
    for (WindowRef *W = __atomic_load_n(&All.Windows, __ATOMIC_ACQUIRE); W;
         W = W->Next)
      if (AccessWindow::isUsed(W->Slots, At))
        Use(*W);
  }

  static bool isTouched(const AccessSlot &S) {
    return S.Read | S.Written | (S.First & AllAccessFlags);
  }

  /// The slots of the bytes from \p Begin to \p End, on one page, in one
  /// window, to which the counts of all other windows were added. Null: nobody
  /// used the page.
  AccessSlot *mergeWindows(uint64_t Begin, uint64_t End) {
    AccessSlot *Result = nullptr;
    const uint64_t Number = (End - Begin + 7) / 8;
    forEachUsed(Begin, [&](WindowRef &W) {
      AccessSlot *Slots = &AccessWindow::slot(W.Slots, Begin);
      bool Touched = false;
      for (uint64_t I = 0; I != Number; ++I)
        if (isTouched(Slots[I])) {
          Touched = true;
          if (Result)
            merge(Result[I], Slots[I]);
        }
      if (Touched)
        noteUser(W);
      if (!Result)
        Result = Slots;
    });
    return Result;
  }

  static void merge(AccessSlot &To, AccessSlot &From) {
    if (!isTouched(To) && !(From.First & Overflown)) {
      To = From;
      From = {};
      return;
    }
    OverflownBytes More = {From.Read, From.Written};
    if (From.First & Overflown) {
      const OverflownBytes Its = takeOverflows(From);
      More = {More.Read + Its.Read, More.Written + Its.Written};
    }
    if (From.First & Zeroed)
      More.Written += 8;
    if (More.Read > ~To.Read || More.Written > ~To.Written) {
      addToOverflows(To, More);
    } else {
      To.Read += uint32_t(More.Read);
      To.Written += uint32_t(More.Written);
    }
    if (From.Last > To.Last)
      To.Last = From.Last;
    // Who came first to the bytes is not known.
    const uint32_t ToFirst = To.First & ~uint32_t(AllAccessFlags);
    const uint32_t FromFirst = From.First & ~uint32_t(AllAccessFlags);
    To.First = (FromFirst < ToFirst ? FromFirst : ToFirst) | ReadEarly |
               (To.First & (Zeroed | Overflown));
    From = {};
  }

  void noteUser(const WindowRef &W) {
    if (User && User != &W)
      Several = true;
    User = &W;
  }

  void addSlots(AccessSlot *Slots, uint64_t Offset, uint64_t Number) {
    for (uint64_t I = 0; I != Number; ++I) {
      AccessSlot &S = Slots[I];
      const uint64_t At = Offset + 8 * I;
      const uint64_t Bytes = Its.Size - At < 8 ? Its.Size - At : 8;
      if (!isTouched(S)) {
        IsWhole = false;
        continue;
      }
      uint64_t R = S.Read, W = S.Written;
      if (__builtin_expect(S.First & Overflown, 0)) {
        OverflownBytes More = takeOverflows(S);
        R += More.Read;
        W += More.Written;
      }
      const bool WasZeroed = S.First & Zeroed;
      IsOverwritten &= W >= Bytes && !(S.First & ReadEarly && Bytes == 8);
      IsZeroed &= WasZeroed;
      IsCopied &= S.First & Copied && W == Bytes;
      if (WasZeroed)
        W += 8;
      IsOnce &= R <= Bytes && W <= Bytes;
      Read += R;
      Written += W;
      Touched += Bytes;
      Extent = At + Bytes;
      if (S.Last > Last)
        Last = S.Last;
      if (const uint32_t Its = S.First & ~uint32_t(AllAccessFlags); Its < First)
        First = Its;
      if (HasSlots) {
        add(AccessCounters::SlotReads + uint32_t(At / 8), R);
        add(AccessCounters::SlotWrites + uint32_t(At / 8), W);
      }
      S = {};
    }
  }

  void tell() {
    add(AccessCounters::Blocks);
    if (!Its.Size)
      return;
    add(AccessCounters::Extents + uint32_t((Extent * 16 + Its.Size - 1) / Its.Size));
    if (!Touched)
      return add(AccessCounters::Untouched);
    add(AccessCounters::ReadBytes, Read);
    add(AccessCounters::WrittenBytes, Written);
    add(AccessCounters::TouchedBytes, Touched);
    add(AccessCounters::ExtentBytes, Extent);
    add(AccessCounters::NeverRead, !Read);
    add(AccessCounters::NeverWritten, !Written);
    add(AccessCounters::UsedOnce, IsOnce && Read && Written);
    add(AccessCounters::Partly, Touched < Its.Size);
    if (IsWhole) {
      add(AccessCounters::Overwritten, IsOverwritten);
      add(AccessCounters::ZeroedOverwritten, IsOverwritten && IsZeroed);
      add(AccessCounters::CopiedOnlyRead, IsCopied && Read);
    }
    if (Several)
      add(AccessCounters::BySeveral);
    else if (Its.Maker)
      add(User->Of == Its.Maker ? AccessCounters::ByMaker
                                : AccessCounters::ByOther);
    const uint64_t Life = Its.Now > Its.Born ? Its.Now - Its.Born : 0;
    // The clock of accesses is behind by less than a tick.
    const uint64_t LastClock = (uint64_t(Last) + 1) * ANOMALLOC_ACCESS_TICK;
    constexpr uint64_t LeastLife = 64 << 10;
    if (Life >= LeastLife && Its.Now > LastClock &&
        (Its.Now - LastClock) * 10 >= Life * 9) {
      add(AccessCounters::Idle);
      add(AccessCounters::IdleBytes, Its.Size);
    }
    const uint64_t FirstClock = uint64_t(First) * ANOMALLOC_ACCESS_TICK;
    if (Life >= LeastLife && FirstClock > Its.Born &&
        (FirstClock - Its.Born) * 10 >= Life * 9)
      add(AccessCounters::Early);
  }

  Accesses &All;
  Lane &Of;
  LifetimeRow &R;
  const AccessedBlock &Its;
  const bool HasSlots;
  const WindowRef *User = nullptr; ///< One that touched it.
  bool Several = false;            ///< Others did, too.
  uint64_t Read = 0, Written = 0, Touched = 0, Extent = 0;
  uint32_t First = UINT32_MAX, Last = 0;
  bool IsWhole = true; ///< All of it was touched.
  bool IsOnce = true, IsOverwritten = true, IsZeroed = true, IsCopied = true;
};

} // namespace

void addAccesses(Accesses &All, Lane &Of, LifetimeRow &R,
                 const AccessedBlock &Its) {
  Summing(All, Of, R, Its).run();
}

static AccessedBlock describe(Process &P, const void *Block,
                              const LiveTable::Entry &Its, LifetimeRow *&R) {
  Lifetimes &All = P.Lifetimes;
  const bool IsFull = Its.isFull();
  const LiveBlock Full = IsFull ? All.Live.block(Its.number()) : LiveBlock();
  R = &All.Keys.row(IsFull ? Full.row() : Its.row());
  AccessedBlock B = {Block, R->Entry->Size, IsFull ? Full.Clock : Its.clock(),
                     __atomic_load_n(&All.Totals->AllocatedBytes,
                                     __ATOMIC_RELAXED),
                     R->Owner};
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
  if (R)
    addAccesses(P.Accesses, L, *R, B);
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
  __anomalloc_access_on = 0;
  if (Guard)
    P.Lifetimes.Live.each([&](uint64_t Address, const LiveTable::Entry &Its) {
      endBlock(*L, reinterpret_cast<const void *>(Address), Its);
    });
  P.Accesses.IsHeap = nullptr;
}

} // namespace anomalloc::runtime

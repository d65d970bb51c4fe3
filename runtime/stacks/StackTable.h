//===- StackTable.h - stacks and their counts in the profile ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of the records of stacks. They stand in the profile from the start,
/// so that every count is found even if the process is killed at any moment.
/// The index that finds rows again is in private memory. Valid when zeroed.
///
/// A table is for one space of one lane (StackRowsRecord). Only the lane's own
/// thread uses it, one call at a time. There is one exception: a signal handler
/// may insert while find() runs.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_STACKTABLE_H
#define ANOMALLOC_RUNTIME_STACKS_STACKTABLE_H

#include "anomalloc/ProfileFormat.h"
#include "process/System.h"

namespace anomalloc::runtime {

struct Lane;
struct LifetimeRow;

/// A hash table of the numbers of rows. An element has a row's number in the
/// lower bits, and upper bits of the row's hash above it, so that a search
/// compares few rows other than the right one.
struct RowIndex {
  static constexpr unsigned NumberBits = 26;
  static constexpr uint32_t NumberMask = (1 << NumberBits) - 1;
  uint32_t Capacity; ///< A power of two.
  uint32_t Tagged[]; ///< 0: free.
};

/// The different rows of one kind, numbered from 1 on. \p Traits gives the kind
/// of record, the hash, the data that is kept of each row (Traits::Ref), and
/// the way to put a row into the profile.
template <typename RowT, typename Traits> class StackRowTable {
public:
  using Ref = typename Traits::Ref;

  /// The number of the row that is the same as \p Key; 0: there is none.
  uint32_t find(const RowT &Key) const {
    const RowIndex *I = __atomic_load_n(&Index, __ATOMIC_RELAXED);
    return I ? *probe(*I, Key) & RowIndex::NumberMask : 0;
  }
  /// As find(), but also returns 0 if another row stands where this one would
  /// stand first.
  uint32_t findAtOnce(const RowT &Key) const {
    const RowIndex *I = __atomic_load_n(&Index, __ATOMIC_RELAXED);
    if (__builtin_expect(!I, 0))
      return 0;
    const uint32_t Hash = Traits::hash(Key);
    const uint32_t Tagged = I->Tagged[Hash & (I->Capacity - 1)];
    const uint32_t Number = Tagged & RowIndex::NumberMask;
    return (Tagged ^ Hash) <= RowIndex::NumberMask && Number &&
                   Traits::isSame(at(Number), Key)
               ? Number
               : 0;
  }
  /// As find(), but makes the row if there is none. 0: the profile cannot grow.
  uint32_t findOrInsert(Lane &L, uint32_t Space, const RowT &Key) {
    uint32_t Known = find(Key);
    return __builtin_expect(Known != 0, 1) ? Known : insert(L, Space, Key);
  }
  Ref &at(uint32_t Number) {
    return Chunks[Number >> LogChunk][Number & (ChunkSize - 1)];
  }
  const Ref &at(uint32_t Number) const {
    return Chunks[Number >> LogChunk][Number & (ChunkSize - 1)];
  }

private:
  static constexpr uint32_t LogChunk = 12, ChunkSize = 1 << LogChunk;
  static constexpr uint32_t MaxChunks = 1 << (RowIndex::NumberBits - LogChunk);

  static uint32_t tag(uint32_t Hash) { return Hash & ~RowIndex::NumberMask; }
  /// Where the number of \p Key is, or would be.
  const uint32_t *probe(const RowIndex &In, const RowT &Key) const {
    const uint32_t Hash = Traits::hash(Key);
    for (uint32_t I = Hash;; ++I) {
      const uint32_t &Tagged = In.Tagged[I & (In.Capacity - 1)];
      if (!Tagged || ((Tagged ^ Hash) <= RowIndex::NumberMask &&
                      Traits::isSame(at(Tagged & RowIndex::NumberMask), Key)))
        return &Tagged;
    }
  }
  uint32_t insert(Lane &L, uint32_t Space, const RowT &Key);
  bool makeRoom(Lane &L, uint32_t Space);
  bool growIndex(Lane &L, const sys::SignalGuard &Guard);
  bool growRecord(Lane &L, const sys::SignalGuard &Guard, uint32_t Space);

  RowIndex *Index;
  Ref *Chunks[MaxChunks]; ///< By number.
  uint32_t Used;          ///< Rows so far.
  uint32_t RowsUsed, RowsCapacity;
  RowT *Rows; ///< Of the newest record.
};

/// Of two numbers that count up.
inline uint32_t hashOfNumbers(uint32_t A, uint32_t B) {
  return A * 0x9e3779b1u + B * 0x85ebca6bu;
}

// Each put() may be interrupted by a kill: what makes the row valid comes last.

struct StackPlaceTraits {
  static constexpr auto Type = format::RecordType::StackPlaces;
  using Ref = format::StackPlace;
  static uint32_t hash(const format::StackPlace &P);
  static bool isSame(const Ref &A, const format::StackPlace &B) {
    return A.Pc == B.Pc && A.Epoch == B.Epoch && A.Flags == B.Flags;
  }
  static void put(Lane &L, format::StackPlace &At, Ref &Its,
                  const format::StackPlace &Row);
  static format::StackPlace rowOf(const Ref &Its) { return Its; }
};

struct StackNodeTraits {
  static constexpr auto Type = format::RecordType::StackNodes;
  struct Ref {
    format::StackNode Row;
    uint32_t Count; ///< The row of counts that was last used here; or 0.
  };
  static uint32_t hash(const format::StackNode &N) {
    return hashOfNumbers(N.Parent, N.Place);
  }
  static bool isSame(const Ref &A, const format::StackNode &B) {
    return A.Row.Place == B.Place && A.Row.Parent == B.Parent;
  }
  static void put(Lane &L, format::StackNode &At, Ref &Its,
                  const format::StackNode &Row);
  static format::StackNode rowOf(const Ref &Its) { return Its.Row; }
};

struct StackKeyTraits {
  static constexpr auto Type = format::RecordType::StackKeys;
  using Ref = format::StackKey;
  static uint32_t hash(const format::StackKey &K);
  static bool isSame(const Ref &A, const format::StackKey &B) {
    return A.Size == B.Size && A.Slot == B.Slot && A.Unit == B.Unit &&
           A.Section == B.Section;
  }
  static void put(Lane &L, format::StackKey &At, Ref &Its,
                  const format::StackKey &Row);
  static format::StackKey rowOf(const Ref &Its) { return Its; }
};

/// A row of counts, and the row of the lifetimes of the same blocks.
struct StackCountRef {
  format::StackCount *Count; ///< In the profile.
  LifetimeRow *Lifetime;     ///< Null: not known, or none.
};

struct StackCountTraits {
  static constexpr auto Type = format::RecordType::StackCounts;
  using Ref = StackCountRef;
  static uint32_t hash(const format::StackCount &C) {
    return hashOfNumbers(C.Node, C.Key);
  }
  static bool isSame(const Ref &A, const format::StackCount &B) {
    return A.Count->Node == B.Node && A.Count->Key == B.Key;
  }
  /// Leaves the row's Count at 0. When the caller of put() counts the first
  /// event, the row becomes valid.
  static void put(Lane &L, format::StackCount &At, Ref &Its,
                  const format::StackCount &Row);
  static const format::StackCount &rowOf(const Ref &Its) { return *Its.Count; }
};

/// The stacks of a space, and how often they came.
class StackTable {
public:
  StackRowTable<format::StackPlace, StackPlaceTraits> Places;

  /// The node for the place number \p Place, called from the node \p Parent (0:
  /// from none). Makes the node if there is none. Returns 0 if the profile
  /// cannot grow.
  uint32_t node(Lane &L, uint32_t Space, uint32_t Parent, uint32_t Place) {
    const format::StackNode Key = {Parent, Place};
    const uint32_t Node = Nodes.findAtOnce(Key);
    return __builtin_expect(Node != 0, 1) ? Node
                                          : Nodes.findOrInsert(L, Space, Key);
  }

  /// The row that counts the events of the stack \p Node with the key \p Key.
  /// findCount() returns null if there is no row. count() makes the row, and
  /// returns null if the profile cannot grow.
  StackCountRef *findCount(uint32_t Node, const format::StackKey &Key);
  __attribute__((always_inline)) StackCountRef *
  count(Lane &L, uint32_t Space, uint32_t Node, const format::StackKey &Key) {
    const uint32_t KeyNumber = numberOf(L, Space, Key);
    if (uint32_t Last = Nodes.at(Node).Count)
      if (StackCountRef &Row = Counts.at(Last);
          __builtin_expect(Row.Count->Key == KeyNumber, 1))
        return &Row;
    return findOrInsertCount(L, Space, Node, KeyNumber);
  }
  bool hasKey(const format::StackCount &Row,
              const format::StackKey &Key) const {
    return StackKeyTraits::isSame(Keys.at(Row.Key), Key);
  }

private:
  /// Leads to a key that came lately.
  struct KeyLink {
    format::StackKey Key;
    uint32_t Number; ///< 0: unused.
  };

  StackCountRef *findOrInsertCount(Lane &L, uint32_t Space, uint32_t Node,
                                   uint32_t Key);
  /// The number of \p Key. Makes the key if there is none. Returns 0 if the
  /// profile cannot grow.
  uint32_t numberOf(Lane &L, uint32_t Space, const format::StackKey &Key) {
    KeyLink &Its =
        KeyLinks[(2 * Key.Slot + Key.Unit + Key.Size / 8) % NumKeyLinks];
    if (__builtin_expect(Its.Number && StackKeyTraits::isSame(Its.Key, Key), 1))
      return Its.Number;
    const uint32_t Number = Keys.findOrInsert(L, Space, Key);
    Its = {Key, Number};
    return Number;
  }

  static constexpr unsigned NumKeyLinks = 128;
  KeyLink KeyLinks[NumKeyLinks];
  StackRowTable<format::StackNode, StackNodeTraits> Nodes;
  StackRowTable<format::StackKey, StackKeyTraits> Keys;
  StackRowTable<format::StackCount, StackCountTraits> Counts;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_STACKTABLE_H

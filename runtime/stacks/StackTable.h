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
  static uint32_t hash(const format::StackNode &N);
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
  static uint32_t hash(const format::StackCount &C);
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
    const uint64_t Key = uint64_t(Parent) << 32 | Place;
    Link &Its = Links[(2 * Parent + Place) % (1 << LogLinks)];
    if (__builtin_expect(Its.Key == Key, 1))
      return Its.Node;
    const uint32_t Node = Nodes.findOrInsert(L, Space, {Parent, Place});
    if (Node)
      Its = {Key, Node};
    return Node;
  }

  /// The row that counts the events of the stack \p Node with the key \p Key.
  /// findCount() returns null if there is no row. count() makes the row, and
  /// returns null if the profile cannot grow.
  StackCountRef *findCount(uint32_t Node, const format::StackKey &Key);
  StackCountRef *count(Lane &L, uint32_t Space, uint32_t Node,
                       const format::StackKey &Key);
  bool hasKey(const format::StackCount &Row,
              const format::StackKey &Key) const {
    return StackKeyTraits::isSame(Keys.at(Row.Key), Key);
  }

private:
  /// Leads to a node that came lately.
  struct Link {
    uint64_t Key; ///< Caller's node and place; 0: unused.
    uint32_t Node;
  };
  static constexpr unsigned LogLinks = 14;
  Link Links[1 << LogLinks];
  StackRowTable<format::StackNode, StackNodeTraits> Nodes;
  StackRowTable<format::StackKey, StackKeyTraits> Keys;
  StackRowTable<format::StackCount, StackCountTraits> Counts;
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_STACKTABLE_H

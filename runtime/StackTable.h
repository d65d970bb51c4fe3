//===- StackTable.h - stacks and their counts in the profile ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of StackNodesRecord and StackCountsRecord. Both stand in the
/// profile from the start, so that a kill at any moment finds every count; what
/// finds them again is private memory. Valid when zeroed. One space of one
/// lane: only the lane's own thread uses it, and never twice at a time.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKTABLE_H
#define ANOMALLOC_RUNTIME_STACKTABLE_H

#include "System.h"
#include "anomalloc/ProfileFormat.h"

namespace anomalloc {

struct Lane;

/// From (caller's node, code) to nodes.
class NodeTable {
public:
  /// The number of the node, made if need be; 0: the profile cannot grow.
  uint32_t intern(Lane &L, uint32_t Space, const format::StackNode &Node);

private:
  struct Entry {
    format::StackNode Node; ///< Pc 0: free.
    uint32_t Number;
  };
  static uint32_t hash(const format::StackNode &N) {
    uint64_t H = N.Pc ^ uint64_t(N.Parent) << 40 ^
                 (uint64_t(N.Flags) << 16 | N.Epoch) << 20;
    return uint32_t((H * 0x9e3779b97f4a7c15u) >> 32);
  }
  Entry *probe(Entry *Table, uint32_t Capacity,
               const format::StackNode &N) const;
  bool growIndex(Lane &L, const sys::SignalGuard &Guard);
  bool growRecord(Lane &L, const sys::SignalGuard &Guard, uint32_t Space);

  Entry *Index;
  uint32_t Capacity;       ///< Of the index: a power of two, or 0.
  uint32_t Used;           ///< Nodes so far.
  format::StackNode *Rows; ///< Of the newest record.
  uint32_t RowsUsed, RowsCapacity;
};

/// Counts by stack, site, section and size.
class StackCountTable {
public:
  /// The row with the key fields of \p Key; null: the profile cannot grow. The
  /// row is valid once something was added to its count.
  format::StackCount *findOrInsert(Lane &L, uint32_t Space,
                                   const format::StackCount &Key);
  format::StackCount *find(const format::StackCount &Key) const;

private:
  static bool sameKey(const format::StackCount &A,
                      const format::StackCount &B) {
    return A.Node == B.Node && A.Size == B.Size && A.Slot == B.Slot &&
           A.Unit == B.Unit && A.Section == B.Section;
  }
  static uint32_t hash(const format::StackCount &K) {
    uint64_t H = uint64_t(K.Node) << 32 ^ uint64_t(K.Section) << 20 ^ K.Size;
    H ^= (uint64_t(K.Unit) << 32 | K.Slot) * 0x9e3779b97f4a7c15u;
    return uint32_t((H * 0xd6e8feb86659fd93u) >> 32);
  }
  format::StackCount *probe(const format::StackCount &Key) const;
  bool grow(Lane &L, const sys::SignalGuard &Guard, uint32_t Space);

  format::StackCountsRecord *Table;
  uint32_t Used;
};

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_STACKTABLE_H

//===- KnownUnits.h - units by index and by id ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Unit indices outlive a fork, because the child's code has them in its
/// descriptors. The tables point to each unit's record, in the mapped file of
/// the profile that has the record. The record stays mapped even when the
/// unit's object is unloaded. A unit that is loaded again is recognized by its
/// id. So a program that loads and unloads for ever does not use up indices.
///
/// Valid when zeroed. One thread at a time changes the tables; readers need no
/// lock. A fork by another thread takes no lock either. So the child may find
/// that only some steps of add() were done. The tables are whole after each
/// step.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COUNT_KNOWNUNITS_H
#define ANOMALLOC_RUNTIME_COUNT_KNOWNUNITS_H

#include "anomalloc/ProfileFormat.h"
#include "count/Units.h"

namespace anomalloc::runtime {

/// The site table that follows the record \p R.
inline const void *tableOf(const format::UnitRecord &R) { return &R + 1; }

/// The unit id in the site table at \p Table (SiteTable.h).
uint64_t unitIdOf(const void *Table);

class KnownUnits {
public:
  /// The number of known units; their indices are 1 to this number.
  uint32_t count() const { return __atomic_load_n(&Count, __ATOMIC_ACQUIRE); }
  const format::UnitRecord &record(uint32_t Index) const {
    return *entry(Index).Record;
  }
  /// Replaces the record of a unit: a new profile has a record of its own.
  void replace(uint32_t Index, const format::UnitRecord &R) {
    entry(Index).Record = &R;
  }
  /// The index of the known unit that has the same table as \p Unit; 0 if there
  /// is none.
  uint32_t find(const AnomallocUnit &Unit) const;

  /// The index for the next unit. 0 if all indices below MaxUnits are taken, or
  /// there is no memory.
  uint32_t nextIndex();

  /// Makes the unit of \p R known under \p Index. Tests pass fewer \p Steps, to
  /// get what a child finds if another thread forks in the middle.
  void add(uint32_t Index, const format::UnitRecord &R, int Steps = 3);

  /// In a forked child: completes an add() that its parent had not finished.
  void finishAdding();

private:
  struct Entry {
    const format::UnitRecord *Record;
    /// Index of the next older unit in the same bucket; 0: there is none.
    uint32_t Next;
  };
  static constexpr uint32_t ChunkSize = 1024;

  void keep(uint32_t Index, const format::UnitRecord &R);
  void giveOut(uint32_t Index);
  void link(uint32_t Index);

  Entry &entry(uint32_t Index) const {
    return Chunks[Index / ChunkSize][Index % ChunkSize];
  }
  static uint32_t bucketOf(const format::UnitRecord &R) {
    return bucketOf(tableOf(R));
  }
  static uint32_t bucketOf(const void *Table) {
    return uint32_t(unitIdOf(Table) % NumBuckets);
  }

  static constexpr uint32_t NumBuckets = 4096;

  uint32_t Count;
  uint32_t Buckets[NumBuckets]; ///< By id: the newest unit's index, or 0.
  Entry *Chunks[MaxUnits / ChunkSize];
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_KNOWNUNITS_H

//===- SlotMap.h - who counts into a slot -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the sites, loops and calls of a unit that use a slot
/// (anomalloc/SiteTable.h). UnitCache keeps decoded tables, because 1,000
/// profiles of one program carry the same tables.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SLOTMAP_H
#define ANOMALLOC_PROFILE_SLOTMAP_H

#include "Format/SiteTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <unordered_map>

namespace anomalloc {

struct SlotUse {
  enum Kind : uint8_t {
    SiteCount,  ///< A site of constant size: its count.
    FirstSize,  ///< A site of dynamic size: the first size plus one, ...
    FirstCount, ///< ... and how often that size came.
    Leading,    ///< Names a leading site; never a counter.
    LoopEntries,
    LoopIterations,
    MakerBlocks, ///< Blocks that a maker call led to, ...
    MakerBytes,  ///< ... and their bytes.
  };
  /// Stands in place of a row for blocks whose caller is not known.
  static constexpr uint32_t UnknownCaller = UINT32_MAX;
  uint32_t Slot;
  Kind What;
  uint32_t Row; ///< Index into the table's Sites, Loops or Calls.
};

class SlotMap {
public:
  /// Fails if two sites or calls own one slot.
  static llvm::Expected<SlotMap> build(const SiteTable &Table);

  /// All uses, sorted by slot. Several loops may use one counter.
  llvm::ArrayRef<SlotUse> uses() const { return Uses; }
  llvm::ArrayRef<SlotUse> uses(uint32_t Slot) const;
  /// One more than the largest slot that is a counter.
  uint64_t counters() const { return Counters; }

private:
  std::vector<SlotUse> Uses;
  uint64_t Counters = 0;
};

struct RegisteredUnit {
  SiteTable Table;
  SlotMap Slots;
};

/// Decoded tables by their bytes. Not thread-safe.
class UnitCache {
public:
  llvm::Expected<std::shared_ptr<const RegisteredUnit>>
  get(llvm::StringRef Blob);

private:
  struct Entry {
    std::string Blob;
    std::shared_ptr<const RegisteredUnit> Unit;
  };
  std::unordered_multimap<uint64_t, Entry> Entries; ///< By hash of the bytes.
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SLOTMAP_H

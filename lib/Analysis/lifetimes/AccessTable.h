//===- AccessTable.h - what was read and written of blocks ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LIFETIMES_ACCESSTABLE_H
#define ANOMALLOC_ANALYSIS_LIFETIMES_ACCESSTABLE_H

#include "Analysis/lifetimes/LifetimeTable.h"
#include "llvm/ADT/SmallVector.h"

namespace anomalloc {

/// The accesses to some blocks, added up. All numbers are of the blocks whose
/// accesses are known (AccessCounters::Blocks).
class AccessSum {
public:
  /// What was read and written of the Bytes from Offset on, in all blocks. An
  /// access counts where its first byte lies.
  struct Piece {
    uint64_t Offset, Bytes, Read, Written;
    bool operator==(const Piece &O) const {
      return std::tie(Offset, Bytes, Read, Written) ==
             std::tie(O.Offset, O.Bytes, O.Read, O.Written);
    }
  };

  /// Adds the blocks of a row, each of \p Size bytes.
  void add(const LifetimeCounts &C, uint64_t Size);
  void add(const AccessSum &Other);

  /// The counter \p Number of AccessCounters.
  uint64_t of(uint32_t Number) const {
    auto I = Counters.find(Number);
    return I == Counters.end() ? 0 : I->second;
  }
  uint64_t blocks() const { return of(format::AccessCounters::Blocks); }
  /// What was asked for.
  uint64_t bytes() const { return Bytes; }
  /// Bytes of blocks that were neither read nor written.
  uint64_t unusedBytes() const;
  /// Bytes that were read and written.
  uint64_t traffic() const;
  /// Blocks that were read or written.
  uint64_t usedBlocks() const;
  /// The size of all blocks; none if there are several sizes.
  std::optional<uint64_t> onlySize() const;
  /// The least number of sixteenths, from the begin of a block on, beyond which
  /// the part \p Share of the blocks has no byte that was read or written.
  uint32_t extentOf(double Share) const;
  /// The blocks by pieces of 8 bytes; the last one may be shorter. None if the
  /// blocks have several sizes, or a size of 0 or too large a one.
  llvm::SmallVector<Piece, 0> pieces() const;

private:
  std::map<uint32_t, uint64_t> Counters;
  uint64_t Bytes = 0;
  uint64_t Size = 0; ///< Of the last blocks.
  bool HasSizes = false;
};

/// Whether the profile has accesses.
enum class AccessState {
  NotRecorded, ///< No process ran in the mode access.
  NotSeen,     ///< No code that counts its accesses accessed a block.
  Partly,      ///< Only some processes ran in the mode.
  Seen,
};

/// Of a run whose blocks were not drawn: a sampled run has no accesses.
struct AccessTable {
  struct Row {
    const LifetimeTable::Row *Its; ///< The site or the function.
    AccessSum Sum;
  };
  AccessState State = AccessState::NotRecorded;
  AccessSum All; ///< Of Rows.
  /// Those of which accesses are known. First come those with the most bytes:
  /// asked for, read and written, added up.
  std::vector<Row> Rows;
  /// Blocks that libraries made, dark or for leading sites, and that no code
  /// that counts read or wrote. What the library does with them is not known,
  /// so they have no row.
  Amount Unseen;
};

/// \p Lifetimes must outlive the result, and stay where they are.
AccessTable computeAccesses(const Profile &P, const LifetimeTable &Lifetimes);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LIFETIMES_ACCESSTABLE_H

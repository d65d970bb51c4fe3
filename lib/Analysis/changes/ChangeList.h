//===- ChangeList.h - what to change, each thing once -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The findings of all detectors as one list, with one entry for each place and
/// remedy. The place is a function with the lines to change in it. If the
/// remedy changes a maker, the place is the maker with the lines that call it.
/// No allocation is saved by two entries.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_CHANGELIST_H
#define ANOMALLOC_ANALYSIS_CHANGES_CHANGELIST_H

#include "Analysis/changes/Remedies.h"
#include "Weights/Measurements.h"

namespace anomalloc {

struct ChangeEntry {
  /// The part of an entry that is about one group of blocks.
  struct Part {
    const BlockGroup *Group = nullptr;
    MeasuredAnomaly Found;
    /// Anomalies that are about the same blocks, or a part of them.
    std::vector<MeasuredAnomaly> Also;
    /// The allocations of the entry's lines in the group. Sizes has them by
    /// size, if the sizes are known.
    Amount Share;
    SizeCounts Sizes;
    BlockCost Cost; ///< Of one of these blocks.
    /// Blocks that stay or may stay, and that a pool could have made.
    uint64_t Kept = 0;
  };
  AnomalyKind Kind{};
  Remedy Fix;
  /// Most allocations first. A line may occur several times, with different
  /// callees.
  std::vector<const ChangeLine *> Lines;
  std::vector<Part> Parts; ///< Most allocations first.
  Amount Requested;        ///< What the lines allocated in all Parts.
  /// Allocations that the change would remove: at least Blocks, at most
  /// MostBlocks. If the two differ, the evidence names the rule behind them.
  uint64_t Blocks = 0, MostBlocks = 0;
  /// Nanoseconds that the change saves. SavedLeast is the time of the allocator
  /// alone. SavedMost includes the work around it (BlockCost). SavedPages is
  /// the part of SavedMost that the kernel spends on pages.
  uint64_t SavedLeast = 0, SavedMost = 0, SavedPages = 0;
  /// Nanoseconds that a pool saves at most, if the blocks stay, and if all such
  /// blocks of the program are more than the caches hold. 0: not known. Where
  /// lifetimes tell that the blocks stay, this is 0: SavedLeast and SavedMost
  /// include what the pool saves.
  uint64_t SavedIfKept = 0;
  /// Nanoseconds that a pool for these blocks also saves other entries, at
  /// most: their nodes then lie in one row, without these blocks between them.
  /// Several entries may count the same time.
  uint64_t SavedOfOthers = 0;
  bool CostsMeasured = true;
  uint64_t SavedBytes = 0;   ///< Least bytes saved, at the peak or at the end.
  uint64_t SavedTraffic = 0; ///< Bytes written or read for nothing.
  uint64_t Depth = 0;        ///< Effective loop depth, the deepest.
  /// A lower bound for the bytes of the lines' blocks that were freed: the
  /// processes never held all bytes of the lines at once (ProcessMemory.h). 0:
  /// not known.
  uint64_t FreedBytes = 0;
  /// Nothing tells that most of the blocks were freed.
  bool FateUnknown = false;
  /// FateUnknown, and the remedy saves nothing if the program keeps the blocks.
  bool MayStay = false;

  const ChangeLine &line() const { return *Lines.front(); }
  /// The place that people look at first. It is a line in a maker, if the
  /// remedy changes that line (RemedyPlace::Maker and Taker), else the line to
  /// change.
  const Frame &place() const {
    const bool InMaker =
        Fix.Where == RemedyPlace::Maker || Fix.Where == RemedyPlace::Taker;
    const Frame *Maker = InMaker ? makerToChange(Fix, line()) : nullptr;
    return Maker ? *Maker : line().line();
  }
};

/// Why a site has no entry.
enum class NoEntry {
  Few,       ///< Too few allocations to matter.
  Pool,      ///< A pool's blocks are no heap allocations.
  Lives,     ///< Its blocks lived to the end: the program's state.
  LongLived, ///< They lived long, and many at once.
  Indirect,  ///< Made for calls through pointers. Those calls have entries.
  NoCaller,  ///< Made for callers that nobody recorded.
  NoRule,    ///< Nothing is known to help.
};

struct ChangeList {
  /// First the entries that save allocations, then memory, then reads and
  /// writes, then work of threads, then what accelerators are asked for. In
  /// each of the five, the heaviest entry comes first.
  std::vector<ChangeEntry> Entries;
  /// For one site: the entry that has most of its blocks, or why the site has
  /// no entry.
  struct Word {
    std::optional<uint32_t> Entry;
    NoEntry Why = NoEntry::Few;
  };
  std::vector<Word> OfSite;
  Amount All;                 ///< All heap allocations that pass the filters.
  bool CostsMeasured = false; ///< Some costs were measured; see each entry.
  bool HasLifetimes = false;
  SortKey Sort = SortKey::Count; ///< The order of the entries of one gain.
  /// The entries point into Lines and Groups. So a list can be moved, but not
  /// copied.
  LinesToChange Lines;
  std::vector<BlockGroup> Groups;

  ChangeList() = default;
  ChangeList(ChangeList &&) = default;
  ChangeList &operator=(ChangeList &&) = default;
};

/// The name of an entry for people. "1" is the first entry that saves
/// allocations, "m1" the first that saves memory, "a1" the first that saves
/// reads and writes (accesses), "t1" the first that saves work of threads, "d1"
/// the first about memory of accelerators.
std::string rankOf(const ChangeList &List, uint32_t Entry);

/// The evidence of \p F. If OfSites is set, the text adds that the evidence is
/// about all lines that share the sites.
std::string evidenceOf(const MeasuredAnomaly &F);
/// The evidence of the largest part of \p E, and the number of other blocks
/// that \p E is about.
std::string evidenceOf(const ChangeEntry &E);

/// The entry in the form for lint weights and reports.
MeasuredChange describeChange(const ChangeList &List, uint32_t Entry);

struct ChangeOptions {
  SortKey Sort = SortKey::Count; ///< Bytes: bytes allocated. Else: time saved.
  bool AllLeaks = false;         ///< Lists all leaks, however few their blocks.
};

/// The list refers to \p P and \p Lifetimes, which must outlive the list.
ChangeList listChanges(const Profile &P, llvm::ArrayRef<Count> Counts,
                       llvm::ArrayRef<StackCount> Stacks,
                       const MakerShares &Calls, const LifetimeTable &Lifetimes,
                       const LoopDepths &Depths, ChangeOptions Options = {});

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_CHANGELIST_H

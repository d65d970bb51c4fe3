//===- ChangeList.h - what to change, each thing once -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The findings of all detectors as one list: an entry a place and a remedy.
/// The place is a function with the lines to change in it, or, where the remedy
/// is one of a maker, that maker with the lines that call it. No allocation is
/// saved by two entries.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_CHANGELIST_H
#define ANOMALLOC_ANALYSIS_CHANGES_CHANGELIST_H

#include "Analysis/changes/Remedies.h"
#include "Weights/Measurements.h"

namespace anomalloc {

struct ChangeEntry {
  /// What is said of one group of blocks.
  struct Part {
    const BlockGroup *Group = nullptr;
    MeasuredAnomaly Found;
    /// Anomalies that are about the same blocks, or a part of them.
    std::vector<MeasuredAnomaly> Also;
    /// What the entry's lines of that group allocated; by size, if that is
    /// known.
    Amount Share;
    SizeCounts Sizes;
    BlockCost Cost; ///< Of one of these blocks.
    /// Blocks that a pool could have made, that stay or may stay.
    uint64_t Kept = 0;
  };
  AnomalyKind Kind{};
  Remedy Fix;
  /// Most allocations first; a line may stand in it with several callees.
  std::vector<const ChangeLine *> Lines;
  std::vector<Part> Parts; ///< Most allocations first.
  Amount Requested;        ///< What the lines allocated there.
  /// Allocations that the change would remove. If not the same: at least so
  /// many, and at most, by the rule that the evidence names.
  uint64_t Blocks = 0, MostBlocks = 0;
  /// Nanoseconds: at least, the allocator's time alone; at most, with the work
  /// around it (BlockCost). The kernel's time for pages is a part of the most.
  uint64_t SavedLeast = 0, SavedMost = 0, SavedPages = 0;
  /// What a pool saves at most, if the blocks stay, and all such blocks of the
  /// program are more than the caches hold. 0: nothing is known of it. Where
  /// lifetimes tell that they stay, the range above is a pool's.
  uint64_t SavedIfKept = 0;
  /// What that saves besides, at most, for nodes of others that then lie in one
  /// row. Several entries may tell the same.
  uint64_t SavedOfOthers = 0;
  bool CostsMeasured = true;
  uint64_t SavedBytes = 0; ///< At least: at the peak, or at the end.
  uint64_t Depth = 0;      ///< Effective loop depth, the deepest.
  /// Of the lines' bytes, those that were freed, at least, as the processes
  /// never held so much at once (ProcessMemory.h). 0: not known.
  uint64_t FreedBytes = 0;
  /// Nothing tells that most of the blocks were freed.
  bool FateUnknown = false;
  /// Likewise, and they may be what the program keeps, which nothing saves.
  bool MayStay = false;

  const ChangeLine &line() const { return *Lines.front(); }
  /// The place that people look at first: the line to change, or, if what it
  /// calls is to be changed line by line, that line.
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
  Indirect,  ///< Made for calls through pointers, which have the entries.
  NoRule,    ///< Nothing is known to help.
};

struct ChangeList {
  /// Those that save allocations, then memory, then work of threads; in each
  /// the heaviest first.
  std::vector<ChangeEntry> Entries;
  /// By site: the entry that has most of its blocks, or why there is none.
  struct Word {
    std::optional<uint32_t> Entry;
    NoEntry Why = NoEntry::Few;
  };
  std::vector<Word> OfSite;
  Amount All;                 ///< Of the whole program.
  uint64_t Blocks = 0;        ///< That all entries would remove, at most.
  bool CostsMeasured = false; ///< Costs were; each entry says whether its own.
  bool HasLifetimes = false;
  SortKey Sort = SortKey::Count; ///< The order of the entries of one gain.
  /// What the entries and the words refer to: a list can be moved, not copied.
  LinesToChange Lines;
  std::vector<BlockGroup> Groups;

  ChangeList() = default;
  ChangeList(ChangeList &&) = default;
  ChangeList &operator=(ChangeList &&) = default;
};

/// What people call an entry: "1" saves the most allocations, "m1" the most
/// memory, "t1" the most work for threads.
std::string rankOf(const ChangeList &List, uint32_t Entry);

/// The evidence, and of whom it is said if that is not the lines alone.
std::string evidenceOf(const MeasuredAnomaly &F);
/// That of the largest part, and how many other blocks the entry is about.
std::string evidenceOf(const ChangeEntry &E);

/// An entry as others are told of it.
MeasuredChange describeChange(const ChangeList &List, uint32_t Entry);

struct ChangeOptions {
  SortKey Sort = SortKey::Count; ///< Bytes: those allocated; else time saved.
  bool AllLeaks = false;         ///< Blocks that live at the end, however few.
};

/// Refers to \p P and \p Lifetimes, which must outlive it.
ChangeList listChanges(const Profile &P, llvm::ArrayRef<Count> Counts,
                       llvm::ArrayRef<StackCount> Stacks,
                       const MakerShares &Calls, const LifetimeTable &Lifetimes,
                       const LoopDepths &Depths, ChangeOptions Options = {});

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_CHANGELIST_H

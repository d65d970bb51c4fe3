//===- TraceSummary.h - a trace, before it is replayed ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_TRACESUMMARY_H
#define ANOMALLOC_REPLAY_TRACESUMMARY_H

#include "Profile/TracedProfile.h"
#include "Replay/SectionUse.h"
#include <map>
#include <tuple>
#include <unordered_map>

namespace anomalloc {

/// A trace, with its profile if that is known.
class ReplayInput {
public:
  /// \p Path is a profile with a trace beside it, or a trace. Errors name the
  /// file, and say what to do.
  static llvm::Expected<ReplayInput> open(llvm::StringRef Path);

  /// A reader that stands at the beginning of the trace.
  llvm::Expected<std::unique_ptr<TraceReader>> trace() const;
  /// Null if there is no profile. Then nothing has names.
  TracedProfile *profile() const { return Traced.get(); }
  const std::string &path() const { return Path; }

private:
  std::string Path;
  std::unique_ptr<TracedProfile> Traced;
};

/// The size and the alignment that were asked for. They decide how much memory
/// an allocator hands out for a block.
struct BlockShape {
  uint64_t Size;
  unsigned AlignmentBits; ///< TraceKey::alignmentBits().

  explicit BlockShape(const format::TraceKey &K)
      : Size(K.Size), AlignmentBits(K.alignmentBits()) {}
  BlockShape(uint64_t Size, unsigned AlignmentBits)
      : Size(Size), AlignmentBits(AlignmentBits) {}
  /// In bytes; 0: none was asked for.
  uint64_t alignment() const {
    return AlignmentBits ? uint64_t(1) << AlignmentBits : 0;
  }
  bool operator<(const BlockShape &O) const {
    return std::tie(Size, AlignmentBits) < std::tie(O.Size, O.AlignmentBits);
  }
};

/// The blocks of one size.
struct SizeUse {
  uint64_t Allocations = 0, Frees = 0;
  uint64_t Resized = 0;    ///< Frees by realloc.
  uint64_t CrossFrees = 0; ///< By another lane than the block's.
  uint64_t MostLive = 0;   ///< Most blocks that lived at once.
};

/// The results of reading a trace once.
struct TraceSummary {
  uint64_t Allocations = 0, Frees = 0;
  uint64_t Reallocations = 0; ///< Each is a free and an allocation.
  /// Number of allocations by calloc, and of allocations with an alignment.
  uint64_t Zeroed = 0, Aligned = 0;
  uint64_t Events = 0;     ///< Allocations and frees.
  uint64_t CrossFrees = 0; ///< Frees by another lane than the block's.
  uint64_t AllocatedBytes = 0;
  uint64_t Threads = 0;
  /// Live bytes and live blocks at the peak, which is the first moment with the
  /// most live bytes.
  uint64_t PeakBytes = 0, PeakBlocks = 0;
  uint64_t PeakEvent = 0;  ///< Events up to the peak, with its own.
  uint64_t PeakClock = 0;  ///< Bytes allocated up to the peak.
  uint64_t MostBlocks = 0; ///< Most blocks that lived at once.
  uint64_t LargestBlock = 0;
  /// By the lane's number in the trace: its dense number from 0. Dense numbers
  /// are in the order of the lanes' first events.
  std::unordered_map<uint32_t, uint32_t> LaneNumbers;
  std::map<BlockShape, uint64_t> AllocationsByShape;
  std::map<uint64_t, SizeUse> Sizes;
  /// By the section's number in the trace. Number 0, outside of all sections,
  /// is left out.
  std::map<uint32_t, SectionUse> Sections;
  bool TellsSections = false; ///< The trace has begins and ends of sections.
  /// By the section's number. summarize() leaves it empty, because the names
  /// are in the profile.
  std::map<uint32_t, std::string> SectionNames;
  /// By the key's number. Traces of older versions do not tell the form of an
  /// allocation (TraceKey::Form), such as zeroed. For keys whose site calls
  /// calloc, study() adds the form.
  std::vector<format::TraceKey> Keys;
  std::vector<uint64_t> AllocationsOfKey; ///< In the order of Keys.
  /// Number of pages of a block that the run never used, by the block's lane
  /// and number. Blocks without such pages are left out.
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> Untouched;
  /// \p E makes a block. Returns how many of its bytes the run used.
  uint64_t touchedBytes(const TraceEvent &E) const;
  /// The group of each key. Page use is counted by group (GroupPages). If the
  /// list is empty, each key is a group of its own. summarize() leaves the list
  /// empty.
  std::vector<uint32_t> GroupOf;
  uint32_t groupOf(uint32_t Key) const {
    return GroupOf.empty() ? Key : GroupOf[Key];
  }
  std::string Missing; ///< What the trace lacks; "": nothing.
};

llvm::Expected<TraceSummary> summarize(const ReplayInput &Input);

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_TRACESUMMARY_H

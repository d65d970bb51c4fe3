//===- Study.h - several allocators, several times --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_STUDY_H
#define ANOMALLOC_REPLAY_STUDY_H

#include "Replay/Replay.h"

namespace anomalloc {

/// Of repeated runs.
struct Median {
  uint64_t Value = 0, Least = 0, Most = 0;
};
/// \p Values are not none.
Median medianOf(std::vector<uint64_t> Values);

/// One allocator, with one number of copies.
struct ReplayRow {
  std::string Allocator;
  unsigned Copies = 1;
  std::string Failure; ///< Why there is no more; "": all runs came to an end.
  std::vector<ReplayResult> Runs;

  // Of the runs; nothing if there is none.
  /// Processor time in the allocator: that of the replay, less touching large
  /// blocks, less what the replayer takes by itself.
  Median Nanoseconds;
  Median TouchNanoseconds, WallNanoseconds, PeakResident, MeanResident;

  /// Bytes asked for and bytes handed out, over all allocations and at the peak
  /// of live bytes. Sizes that the allocator does not tell are left out.
  struct Waste {
    uint64_t Requested = 0, HandedOut = 0;
  };
  Waste OfAll, AtPeak;
};

/// What is asked for one size, and what the allocator of a row hands out.
struct ReplayStudy {
  std::string Path;
  TraceSummary Summary;
  /// What the replayer itself takes, by number of copies.
  std::map<unsigned, ReplayRow> Own;
  std::vector<ReplayRow> Rows;
  /// Whose blocks those of a group are, by TraceSummary::GroupOf; none: there
  /// are no names.
  struct Owner {
    std::optional<SiteIndex> Site;
    std::optional<DarkIndex> Dark;
  };
  std::vector<Owner> Owners;
  std::unique_ptr<Profile> Model; ///< Null: there are no names.
};

struct StudyRequest {
  /// Names to show, and what to replay with. Copies is set by Copies.
  std::vector<std::pair<std::string, ReplayRequest>> Allocators;
  std::vector<unsigned> Copies = {1};
  unsigned Repeat = 1; ///< Allocators take turns.
};

/// Errors are those of the trace. An allocator that fails is told in its row.
llvm::Expected<ReplayStudy> study(const ReplayInput &Input,
                                  const StudyRequest &Request);

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_STUDY_H

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

/// A number of repeated runs: its median, and its range.
struct Median {
  uint64_t Value = 0, Least = 0, Most = 0;
};
/// \p Values must not be empty.
Median medianOf(std::vector<uint64_t> Values);

/// One allocator, with one number of copies.
struct ReplayRow {
  std::string Allocator;
  unsigned Copies = 1;
  std::string Failure; ///< Why a run failed, which ends the row, or "".
  std::vector<ReplayResult> Runs;

  // Medians of the runs. They are zero if there is no run.
  /// Processor time in the allocator: the time of the replay, less the time of
  /// touching large blocks, less the replayer's own time.
  Median Nanoseconds;
  Median TouchNanoseconds, WallNanoseconds, PeakResident, MeanResident;

  /// Bytes asked for and bytes handed out, over all allocations and at the peak
  /// of live bytes. Sizes that the allocator does not tell are left out.
  struct Waste {
    uint64_t Requested = 0, HandedOut = 0;
  };
  Waste OfAll, AtPeak;
};

/// A trace, and its replays under several allocators.
struct ReplayStudy {
  std::string Path;
  TraceSummary Summary;
  /// The costs of the replayer itself, by number of copies.
  std::map<unsigned, ReplayRow> Own;
  std::vector<ReplayRow> Rows;
  /// Who made the blocks of a group, by TraceSummary::GroupOf. Empty if there
  /// are no names.
  struct Owner {
    std::optional<SiteIndex> Site;
    std::optional<DarkIndex> Dark;
  };
  std::vector<Owner> Owners;
  std::unique_ptr<Profile> Model; ///< Null: there are no names.
};

struct StudyRequest {
  /// For each allocator, the name to show and the request to replay with.
  /// study() sets the member Copies of each request, from the list below.
  std::vector<std::pair<std::string, ReplayRequest>> Allocators;
  std::vector<unsigned> Copies = {1};
  unsigned Repeat = 1; ///< Allocators take turns.
};

/// Fails if the trace cannot be read or replayed. If a replay under one
/// allocator fails, ReplayRow::Failure of its row says why.
llvm::Expected<ReplayStudy> study(const ReplayInput &Input,
                                  const StudyRequest &Request);

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_STUDY_H

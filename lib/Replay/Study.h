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

/// The median and the range of a value over repeated runs.
struct Median {
  uint64_t Value = 0, Least = 0, Most = 0;
};
/// \p Values must not be empty.
Median medianOf(std::vector<uint64_t> Values);

/// The replays under one allocator, with one number of copies.
struct ReplayRow {
  std::string Allocator;
  unsigned Copies = 1;
  /// Why a run failed; "": none failed. After a failure, the row gets no runs.
  std::string Failure;
  std::vector<ReplayResult> Runs;

  // Medians of the runs. They are zero if there is no run.
  /// Processor time in the allocator: the time of the replay, less the time of
  /// touching large blocks, less the replayer's own time.
  Median Nanoseconds;
  Median TouchNanoseconds, WallNanoseconds, PeakResident, MeanResident;

  /// Bytes asked for and bytes handed out. OfAll counts all blocks, AtPeak the
  /// blocks that live at the peak of live bytes. Both leave out blocks whose
  /// usable size the allocator does not tell.
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
  /// The site or dark origin that made the blocks of a group. In Owners, the
  /// index is the group's number in TraceSummary::GroupOf. Owners is empty if
  /// there are no names.
  struct Owner {
    std::optional<SiteIndex> Site;
    std::optional<DarkIndex> Dark;
  };
  std::vector<Owner> Owners;
  /// The profile that Owners refer to. Null if there are no names.
  std::unique_ptr<Profile> Model;
};

struct StudyRequest {
  /// For each allocator, the name to show and the request to replay with.
  /// study() sets the member Copies of each request, from the list below.
  std::vector<std::pair<std::string, ReplayRequest>> Allocators;
  std::vector<unsigned> Copies = {1};
  unsigned Repeat = 1; ///< Runs of each allocator; allocators take turns.
};

/// Fails if the trace cannot be read or replayed. If a replay under one
/// allocator fails, ReplayRow::Failure of its row says why.
llvm::Expected<ReplayStudy> study(const ReplayInput &Input,
                                  const StudyRequest &Request);

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_STUDY_H

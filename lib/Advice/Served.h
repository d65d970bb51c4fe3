//===- Served.h - which pool, which arena -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds sizes for which the program could use a pool, and sections for which
/// it could use an arena. Measures the allocator in use alone, and with each of
/// these pools and arenas; the runs take turns. Judges the numbers as Advice.h
/// does.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ADVICE_SERVED_H
#define ANOMALLOC_ADVICE_SERVED_H

#include "Advice/Advice.h"
#include "Replay/TraceSummary.h"

namespace anomalloc {

/// Limits that decide which pools and arenas are tried.
struct ServedLimits {
  /// The blocks of a pool have at most LargestSize bytes. A pool or an arena
  /// has at least LeastBlocks blocks, so that something can be saved. On
  /// average, each slot of a pool is used at least LeastTurns times, so that a
  /// list of free slots is of use.
  static constexpr uint64_t LargestSize = 512, LeastBlocks = 1000,
                            LeastTurns = 2;
  /// A pool or an arena has at least this share of all allocations.
  static constexpr double LeastShare = 0.02;
  /// The most pools and arenas that are tried: those with the most blocks.
  static constexpr size_t MostPools = 4, MostArenas = 3;
  static constexpr uint64_t MostArenasAtOnce = 1000;
};

/// One or several pools, each for one size, or one arena.
struct ServedCandidate {
  Finalist Its;
  uint64_t Blocks = 0;   ///< Blocks that it would serve.
  bool IsShared = false; ///< Threads free blocks of each other.
  /// The keys of the blocks that it would serve: indices of
  /// TraceSummary::Keys.
  std::vector<uint32_t> Keys;
  /// A site or a dark origin that asks for blocks that it would serve.
  struct Place {
    std::optional<SiteIndex> Site;
    std::optional<DarkIndex> Dark;
    uint64_t Blocks = 0;
  };
  std::vector<Place> Places; ///< Most blocks first.
  /// The measures for which the candidate is worth a change. Of all candidates
  /// with pools, only the best one for a measure lists the measure. Each arena
  /// lists every measure for which it is worth a change.
  std::vector<AdviceMeasure> For;
};

/// A section of many blocks that cannot have an arena.
struct NoArena {
  std::string Section;
  uint64_t Blocks = 0, Escaped = 0, Elsewhere = 0;
  std::string Why; ///< The reason, as half a sentence.
};

struct ServedAdvice {
  CandidateRuns Base; ///< Fresh numbers; empty without candidates.
  std::vector<ServedCandidate> Candidates;
  std::vector<NoArena> Impossible;
  unsigned RepeatNeeded = 0; ///< As in AllocatorAdvice.
};

/// Chooses the candidates, and measures nothing yet. \p S must have names. The
/// candidates are the pools, most blocks first; then all pools together; then
/// the arenas.
ServedAdvice chooseServed(const TraceSummary &S, const Allocator &Base);

/// Fills ServedCandidate::Places. \p Names are the names of the keys of \p S.
void addPlaces(ServedAdvice &A, const TraceSummary &S,
               llvm::ArrayRef<Count> Names);

/// Measures and judges the candidates of \p A. Fails if \p Measure fails, or if
/// the base cannot be measured.
llvm::Error measureServed(const AdviceRequest &Request,
                          MeasureCandidates Measure, ServedAdvice &A);

} // namespace anomalloc

#endif // ANOMALLOC_ADVICE_SERVED_H

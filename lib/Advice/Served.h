//===- Served.h - which pool, which arena -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds sizes for which the program could use a pool, and sections for which
/// it could use an arena; has each measured against the allocator in use alone,
/// all of them in turn; and judges that as Advice.h does.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ADVICE_SERVED_H
#define ANOMALLOC_ADVICE_SERVED_H

#include "Advice/Advice.h"
#include "Replay/TraceSummary.h"

namespace anomalloc {

/// Which are tried.
struct ServedLimits {
  /// Of a pool: small blocks, and so many that something can be saved. A slot
  /// is used so often, on average, that a list of free ones is of use.
  static constexpr uint64_t LargestSize = 512, LeastBlocks = 1000,
                            LeastTurns = 2;
  /// Of all allocations.
  static constexpr double LeastShare = 0.02;
  /// Those with the most blocks.
  static constexpr size_t MostPools = 4, MostArenas = 3;
  static constexpr uint64_t MostArenasAtOnce = 1000;
};

/// A pool for a size or for several, or an arena, or more.
struct ServedCandidate {
  Finalist Its;
  uint64_t Blocks = 0;   ///< That it would serve.
  bool IsShared = false; ///< Threads free blocks of each other.
  /// The keys (TraceSummary::Keys) of these blocks.
  std::vector<uint32_t> Keys;
  /// Who asks for them, most blocks first.
  struct Place {
    std::optional<SiteIndex> Site;
    std::optional<DarkIndex> Dark;
    uint64_t Blocks = 0;
  };
  std::vector<Place> Places;
  /// What it is worth the change for: of pools the best, of arenas each.
  std::vector<AdviceMeasure> For;
};

/// A section of many blocks that cannot have an arena.
struct NoArena {
  std::string Section;
  uint64_t Blocks = 0, Escaped = 0, Elsewhere = 0;
  std::string Why; ///< Half a sentence.
};

struct ServedAdvice {
  CandidateRuns Base; ///< Fresh; nothing if there is no candidate.
  std::vector<ServedCandidate> Candidates;
  std::vector<NoArena> Impossible;
  unsigned RepeatNeeded = 0; ///< As AllocatorAdvice.
};

/// \p S has names. Nothing is measured yet. Pools come first, those with the
/// most blocks first; then all of them together; then arenas.
ServedAdvice chooseServed(const TraceSummary &S, const Allocator &Base);

/// Fills ServedCandidate::Places. \p Names: of the keys of \p S.
void addPlaces(ServedAdvice &A, const TraceSummary &S,
               llvm::ArrayRef<Count> Names);

/// Measures and judges the candidates of \p A. The error is that of \p Measure,
/// or the base failed.
llvm::Error measureServed(const AdviceRequest &Request,
                          MeasureCandidates Measure, ServedAdvice &A);

} // namespace anomalloc

#endif // ANOMALLOC_ADVICE_SERVED_H

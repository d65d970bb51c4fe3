//===- Findings.h - named anomalies with evidence ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_FINDINGS_H
#define ANOMALLOC_ANALYSIS_FINDINGS_H

#include "Analysis/AllocatorCost.h"
#include "Analysis/GrowthChains.h"
#include "Analysis/LifetimeTable.h"

namespace anomalloc {

enum class AnomalyKind {
#define ANOMALLOC_ANOMALY(Id, Name, Title, Advice) Id,
#include "anomalloc/Anomalies.def"
};

/// A row of Anomalies.def.
struct Anomaly {
  llvm::StringRef Name, Title, Advice;
};
const Anomaly &anomaly(AnomalyKind Kind);

/// A source line that allocates: the user's, or where all sites are in library
/// code, the library's. Its sites are added up: a line has one for each place
/// that it was inlined into.
struct AllocatingLine {
  Frame Place;
  llvm::StringRef Callee; ///< Linkage name.
  LifetimeSum Sum;
  /// The most blocks that can have lived at once.
  uint64_t Peak = 0;
  std::vector<const LifetimeTable::Row *> Rows;
  std::map<uint64_t, uint64_t> Sizes; ///< Allocations by size.
  GrowthChains Growth;
  /// The least of its sizes; measured if all were.
  AllocatorCost Cost;

  /// The size of most allocations, and how many.
  std::pair<uint64_t, uint64_t> commonSize() const;
  /// What \p Blocks of them cost in time, at least.
  uint64_t leastCost(uint64_t Blocks) const;
};

struct Finding {
  AnomalyKind Kind{};
  uint64_t Blocks = 0;           ///< Allocations that the change would remove.
  uint64_t SavedNanoseconds = 0; ///< At least, by the allocator's time alone.
  uint64_t SavedBytes = 0;       ///< At the peak or at the end, at least.
  std::string Evidence;          ///< A clause with the numbers.
};

struct FindingTable {
  bool CostsMeasured = false; ///< Those of lines are, as far as they say so.
  struct Row {
    AllocatingLine Line;
    std::vector<Finding> Findings; ///< In the order of Anomalies.def.
    uint64_t SavedNanoseconds = 0; ///< The most that one of them saves.
    uint64_t SavedBytes = 0;
  };
  std::vector<Row> Rows; ///< Those that save most come first.
};

/// What detectors may look at beside the line.
struct FindingContext {
  const Profile &P;
  const LifetimeTable &Lifetimes;
  AllocatorModel Model;
  bool Ended; ///< Every process ran its exit handlers.

  /// Whether so many allocations are worth a person's time.
  bool isFrequent(uint64_t Allocations) const;
};

#define ANOMALLOC_ANOMALY(Id, Name, Title, Advice)                             \
  std::optional<Finding> detect##Id(const AllocatingLine &,                    \
                                    const FindingContext &);
#include "anomalloc/Anomalies.def"

FindingTable findAnomalies(const Profile &P, const LifetimeTable &Lifetimes);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_FINDINGS_H

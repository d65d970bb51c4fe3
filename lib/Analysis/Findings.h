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

/// A source line that allocates: a line of the user's, or of a library where no
/// user's line is known. A line has a site for each place that it was inlined
/// into; here they are added up.
struct AllocatingLine {
  Frame Place;
  llvm::StringRef Callee; ///< Linkage name.
  LifetimeSum Sum;
  /// The most blocks that can have lived at once.
  uint64_t Peak = 0;
  std::vector<const LifetimeTable::Row *> Rows;
  std::map<uint64_t, uint64_t> Sizes; ///< Allocations by size.
  GrowthChains Growth;
  /// What one block costs at least: the lowest cost of its sizes. Measured if
  /// all of them were.
  AllocatorCost Cost;

  /// The most frequent size, and its number of allocations.
  std::pair<uint64_t, uint64_t> commonSize() const;
  /// The least time that \p Blocks of this line cost, in nanoseconds.
  uint64_t leastCost(uint64_t Blocks) const;
};

struct MeasuredAnomaly {
  AnomalyKind Kind{};
  uint64_t Blocks = 0;           ///< Allocations that the change would remove.
  uint64_t SavedNanoseconds = 0; ///< At least: the allocator's time alone.
  uint64_t SavedBytes = 0;       ///< At least: at the peak, or at the end.
  std::string Evidence;          ///< A clause with the numbers.
};

struct FindingTable {
  /// Costs were measured; each line says whether its own were.
  bool CostsMeasured = false;
  struct Row {
    AllocatingLine Line;
    std::vector<MeasuredAnomaly> Findings; ///< In the order of Anomalies.def.
    uint64_t SavedNanoseconds = 0;         ///< The most that one of them saves.
    uint64_t SavedBytes = 0;
  };
  std::vector<Row> Rows; ///< Those that save most come first.
};

/// What a detector may look at, beside the line.
struct FindingContext {
  const Profile &P;
  const LifetimeTable &Lifetimes;
  AllocatorModel Model;
  bool Ended; ///< Every process ran its exit handlers.

  /// Whether \p Allocations are enough to be worth a person's time.
  bool isFrequent(uint64_t Allocations) const;
};

#define ANOMALLOC_ANOMALY(Id, Name, Title, Advice)                             \
  std::optional<MeasuredAnomaly> detect##Id(const AllocatingLine &,            \
                                            const FindingContext &);
#include "anomalloc/Anomalies.def"

FindingTable findAnomalies(const Profile &P, const LifetimeTable &Lifetimes);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_FINDINGS_H

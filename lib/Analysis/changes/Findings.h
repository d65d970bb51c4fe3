//===- Findings.h - named anomalies with evidence ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What detectors find in each group of blocks.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_FINDINGS_H
#define ANOMALLOC_ANALYSIS_CHANGES_FINDINGS_H

#include "Analysis/changes/GrowingContainers.h"
#include <set>

namespace anomalloc {

/// What a change gives: each has a place of its own in a report.
enum class Gain { Allocations, Memory, Threads };

enum class AnomalyKind {
#define ANOMALLOC_ANOMALY(Id, Name, Gain, Title, Advice) Id,
#include "anomalloc/Anomalies.def"
};

/// A row of Anomalies.def.
struct Anomaly {
  llvm::StringRef Name;
  anomalloc::Gain Gain;
  llvm::StringRef Title, Advice;
};
const Anomaly &anomaly(AnomalyKind Kind);

/// How sure it is that the change takes away what is said.
enum class Confidence {
  Measured, ///< What became of the blocks was seen.
  Likely,   ///< From who made them, and how often.
};

struct MeasuredAnomaly {
  AnomalyKind Kind{};
  /// Allocations that the change would remove, of all of the group's blocks; at
  /// most, if the least of them is all that can be known.
  uint64_t Blocks = 0;
  uint64_t MostBlocks = 0; ///< Not less than Blocks.
  uint64_t SavedBytes = 0; ///< At least: at the peak, or at the end.
  std::string Evidence;    ///< A clause with the numbers.
  Confidence Sure = Confidence::Measured;
  /// The evidence is about all blocks that the sites made, of which the lines
  /// made a part; what falls to these is reckoned by their share.
  bool OfSites = false;
  /// The detector looked at numbers and sizes alone, so it can tell of a part
  /// of the group, too.
  bool FromCounts = false;
};

/// What a detector may look at, beside the group.
struct FindingContext {
  const Profile &P;
  const LifetimeTable &Lifetimes;
  uint64_t Allocations; ///< Of the program's, as far as the filters let pass.
  AllocatorModel Model;
  bool Ended; ///< Every process ran its exit handlers.
  /// Files and lines that make vectors of vectors, with the types of the rows'
  /// elements, as far as they are known.
  std::map<std::pair<llvm::StringRef, uint32_t>, std::set<llvm::StringRef>>
      NestedLines;
  /// By the type of a row's elements: vectors of such vectors.
  struct Tables {
    std::set<SiteIndex> Sites;
    uint64_t Rows = 0; ///< Of all of them, with those that only had room.
    std::set<llvm::StringRef> Functions; ///< Those with lines that made some.
  };
  std::map<llvm::StringRef, Tables> TablesOf = {};
  GrowingContainers Growing;
  bool AllLeaks = false; ///< They are asked for, however few blocks they have.
  /// The group is a part of one that is frequent.
  bool IsPart = false;

  /// Whether \p Allocations are enough to be worth a person's time.
  bool isFrequent(uint64_t Allocations) const;
};

#define ANOMALLOC_ANOMALY(Id, Name, Gain, Title, Advice)                       \
  std::optional<MeasuredAnomaly> detect##Id(const BlockGroup &,                \
                                            const FindingContext &);
#include "anomalloc/Anomalies.def"

/// What one detector finds in \p G.
std::optional<MeasuredAnomaly> findAnomaly(AnomalyKind Kind,
                                           const BlockGroup &G,
                                           const FindingContext &Context);

/// Whether a function of a nested vector stands between \p L and its
/// allocations.
bool isInNestedVector(const ChangeLine &L, const Profile &P);
/// If so, notes the line in \p Context.
void noteNestedLine(const ChangeLine &L, FindingContext &Context);
/// Notes the tables of \p G in \p Context.
void noteTables(const BlockGroup &G, FindingContext &Context);

/// All that detectors find in \p G, in the order of Anomalies.def.
std::vector<MeasuredAnomaly> findAnomalies(const BlockGroup &G,
                                           const FindingContext &Context);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_FINDINGS_H

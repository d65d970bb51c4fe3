//===- Findings.h - named anomalies with evidence ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The anomalies that detectors find in each group of blocks.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_FINDINGS_H
#define ANOMALLOC_ANALYSIS_CHANGES_FINDINGS_H

#include "Analysis/changes/GrowingContainers.h"
#include <set>

namespace anomalloc {

/// What a change saves. A report lists the changes of each gain apart.
enum class Gain { Allocations, Memory, Traffic, Threads, Devices };

enum class AnomalyKind {
#define ANOMALLOC_ANOMALY(Id, ...) Id,
#include "anomalloc/Anomalies.def"
};

/// What tells the change to try.
enum class AdvisedBy {
  Anomaly, ///< The anomaly alone, whoever makes the blocks.
  Makers,  ///< Who makes the blocks (Remedies.def); if that tells nothing, the
           ///< anomaly.
};

/// A row of Anomalies.def.
struct Anomaly {
  llvm::StringRef Name;
  anomalloc::Gain Gain;
  AdvisedBy By;
  Work Its;
  llvm::StringRef Title, Advice;
};
const Anomaly &anomaly(AnomalyKind Kind);

/// How sure it is that the change removes the blocks.
enum class Confidence {
  Measured, ///< The fate of the blocks was recorded.
  Likely,   ///< Concluded from the makers and the numbers of the blocks.
};

struct MeasuredAnomaly {
  AnomalyKind Kind{};
  /// Allocations that the change would remove, of all blocks of the group. If
  /// only a range is known: the least number.
  uint64_t Blocks = 0;
  uint64_t MostBlocks = 0; ///< The most of the range; at least Blocks.
  uint64_t SavedBytes = 0; ///< Least bytes saved, at the peak or at the end.
  /// Bytes that are written or read for nothing, over the whole run.
  uint64_t SavedTraffic = 0;
  std::string Evidence; ///< A clause with the numbers.
  Confidence Sure = Confidence::Measured;
  /// The evidence is about all blocks of the sites, but the lines made only a
  /// part of them. The numbers for the lines are estimated by their share.
  bool OfSites = false;
  /// The detector used only numbers and sizes of blocks, so it can judge a part
  /// of the group, too.
  bool FromCounts = false;
};

/// What a detector may look at, beside the group.
struct FindingContext {
  const Profile &P;
  const LifetimeTable &Lifetimes;
  uint64_t Allocations; ///< The program's; only those that pass the filters.
  AllocatorModel Model;
  bool Ended; ///< Every process ran its exit handlers.
  /// Files and lines that make vectors of vectors, with the types of the rows'
  /// elements, as far as they are known.
  std::map<std::pair<llvm::StringRef, uint32_t>, std::set<llvm::StringRef>>
      NestedLines;
  /// The vectors of vectors whose rows have elements of one type.
  struct Tables {
    std::set<SiteIndex> Sites;
    uint64_t Rows = 0; ///< Rows that all tables have room for, used or not.
    std::set<llvm::StringRef> Functions; ///< Functions whose lines made some.
  };
  std::map<llvm::StringRef, Tables> TablesOf = {};
  GrowingContainers Growing;
  bool AllLeaks = false; ///< All leaks are asked for, however few their blocks.
  /// The group is a part of one that is frequent.
  bool IsPart = false;

  /// Tells of the blocks of \p G on an accelerator, if a loop made several:
  /// each takes as long as thousands of others. \p Words say why.
  std::optional<MeasuredAnomaly> findInLoop(const BlockGroup &G,
                                            llvm::StringRef Words) const;
  /// Whether \p Allocations are enough to be worth a person's time.
  bool isFrequent(uint64_t Allocations) const;
};

#define ANOMALLOC_ANOMALY(Id, ...)                                             \
  std::optional<MeasuredAnomaly> detect##Id(const BlockGroup &,                \
                                            const FindingContext &);
#include "anomalloc/Anomalies.def"

/// The anomaly \p Kind of \p G, if its detector finds it.
std::optional<MeasuredAnomaly> findAnomaly(AnomalyKind Kind,
                                           const BlockGroup &G,
                                           const FindingContext &Context);

/// Whether a function of a nested vector stands between \p L and its
/// allocations.
bool isInNestedVector(const ChangeLine &L, const Profile &P);
/// Notes \p L in NestedLines of \p Context, if isInNestedVector() holds.
void noteNestedLine(const ChangeLine &L, FindingContext &Context);
/// Notes the tables of \p G in \p Context.
void noteTables(const BlockGroup &G, FindingContext &Context);

/// All that detectors find in \p G, in the order of Anomalies.def.
std::vector<MeasuredAnomaly> findAnomalies(const BlockGroup &G,
                                           const FindingContext &Context);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_FINDINGS_H

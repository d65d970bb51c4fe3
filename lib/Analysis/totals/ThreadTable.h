//===- ThreadTable.h - what each thread and process made --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells whether some threads, or some ranks of a parallel program, allocate
/// more than others do. Threads are lanes: a thread that ended may share its
/// lane with a later thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_THREADTABLE_H
#define ANOMALLOC_ANALYSIS_TOTALS_THREADTABLE_H

#include "Analysis/totals/HeapTotals.h"

namespace anomalloc {

struct ThreadTable {
  struct Row {
    Amount Heap;
    std::vector<SectionAmount> Sections; ///< In order; each has allocations.
  };
  /// How evenly the allocations of one section, or of all, are spread.
  struct Spread {
    uint64_t Number = 0; ///< How many processes, or lanes, there are.
    uint64_t Sum = 0, Most = 0;

    double mean() const { return Number ? double(Sum) / double(Number) : 0; }
    /// How much Most lies above the mean, in per cent of the mean.
    double imbalance() const {
      return Sum ? 100 * (double(Most) / mean() - 1) : 0;
    }
  };
  struct Section {
    std::optional<SectionIndex> Its; ///< None: the whole run.
    Amount Heap;
    Spread ByProcess, ByLane; ///< Of allocations.
  };
  /// The blocks that one thread made at a site, also at a pool's site.
  struct SiteShare {
    SiteIndex Site{};
    LaneIndex Lane{};
    Amount Sum;
  };
  std::vector<Row> Processes;    ///< By index of Profile::Processes.
  std::vector<Row> Lanes;        ///< By index of Profile::Lanes.
  std::vector<Section> Sections; ///< The whole run first.
  /// In the order of sites, then of lanes; each has allocations. Empty if there
  /// is only one lane: that lane has all blocks of each site.
  std::vector<SiteShare> Sites;
};

/// Computes the table of all heap allocations of \p P, which must have been
/// read with its lanes.
ThreadTable computeThreads(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_THREADTABLE_H

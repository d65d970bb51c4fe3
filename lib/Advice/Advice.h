//===- Advice.h - which allocator, which setting ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Finds allocators and settings that are worth a change, in three steps:
///   1. Every allocator, and every setting alone, is measured a few times.
///      These numbers only choose candidates. They prove nothing.
///   2. For each measure, the best allocator is taken. Its settings that
///      lowered the measure are combined, best first, as long as the measure
///      gets lower.
///   3. The best candidates of each measure are measured again, many times.
///      Only these fresh numbers are judged, so that luck in step 1 is no
///      result. The judge is Mann and Whitney's U test with Holm's correction
///      (Allocators/RankTest.h).
/// The caller passes the function that measures, so this file needs no trace.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ADVICE_ADVICE_H
#define ANOMALLOC_ADVICE_ADVICE_H

#include "Allocators/Allocators.h"
#include "Allocators/Settings.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>

namespace anomalloc {

enum class AdviceMeasure { Time, PeakResident, MeanResident };
inline constexpr AdviceMeasure AdviceMeasures[] = {AdviceMeasure::Time,
                                                   AdviceMeasure::PeakResident,
                                                   AdviceMeasure::MeanResident};
/// One element for each measure. The index is the AdviceMeasure.
template <typename T> using PerMeasure = std::array<T, 3>;

/// An allocator and settings that a program could run with.
struct Candidate {
  Allocator With;
  std::vector<const AllocatorSetting *> Settings;
  /// Pools and arenas, as in ReplayRequest. adviseAllocator() leaves both lists
  /// empty; the candidates of Served.h fill one of them.
  std::vector<uint64_t> PoolSizes;
  std::vector<std::string> ArenaSections;

  /// "jemalloc, decay-0"
  std::string name() const;
  bool operator==(const Candidate &Other) const {
    return With.Name == Other.With.Name && Settings == Other.Settings &&
           PoolSizes == Other.PoolSizes && ArenaSections == Other.ArenaSections;
  }
};

/// The numbers that the runs of a candidate gave. AdviceMeasure::Time is the
/// time spent in the allocator, in nanoseconds. Memory is in bytes.
struct CandidateRuns {
  std::string Failure; ///< Why there are no numbers; "" if there are.
  PerMeasure<std::vector<double>> Numbers;

  double median(AdviceMeasure M) const;
};

/// The change of one measure against the base, by fresh numbers.
struct MeasureChange {
  double Base = 0, Median = 0;
  double P = 1;         ///< By rankTest.
  double Corrected = 1; ///< By correctByHolm.
  bool Differs = false; ///< By more than chance.
  bool IsWorth = false; ///< It saves enough to be worth a change.
  double saved() const { return Base - Median; }
};

struct Finalist {
  Candidate What;
  CandidateRuns Fresh;
  PerMeasure<MeasureChange> Changes;
};

/// A change that is worth it.
struct Advice {
  size_t Finalist; ///< Index of AllocatorAdvice::Finalists.
  /// The measures for which this finalist is the best, either of all finalists
  /// or of the finalists that keep the allocator in use.
  std::vector<AdviceMeasure> For;
};

struct AdviceRequest {
  std::vector<Allocator> Allocators; ///< The first is in use: the base.
  bool HasThreads = true;            ///< More than one thread.
  unsigned Screening = 2;            ///< Runs per candidate, steps 1 and 2.
  unsigned Repeat = 7;               ///< Runs per candidate in step 3.
  /// How long the run took, in nanoseconds; 0: not known.
  uint64_t RunTime = 0;
};

struct AllocatorAdvice {
  static constexpr double Level = 0.05;
  /// The least saving that is worth a change. For time, it is a share of the
  /// run's time (LeastOfRun). If that time is not known, it is a share of the
  /// time in the allocator (LeastOfTime). A saving of memory must reach both a
  /// share of the base (LeastOfMemory) and LeastBytes.
  static constexpr double LeastOfRun = 0.01, LeastOfTime = 0.1;
  static constexpr double LeastOfMemory = 0.05, LeastBytes = 1 << 20;
  /// Finalists that differ from the best by at most this share of the base
  /// count as equally good. Of these finalists, the one that changes the
  /// allocator and its settings least is advised.
  static constexpr double AsGood = 0.01;

  /// The candidates of steps 1 and 2. The first is the base.
  std::vector<std::pair<Candidate, CandidateRuns>> Tried;
  CandidateRuns Base; ///< The base's fresh numbers, of step 3.
  std::vector<Finalist> Finalists;
  std::vector<Advice> Best; ///< The largest saving first.
  /// How many runs a candidate needs in step 3 so that a difference can be told
  /// from chance; 0: AdviceRequest::Repeat is enough.
  unsigned RepeatNeeded = 0;
};

using MeasureCandidates =
    llvm::function_ref<llvm::Expected<std::vector<CandidateRuns>>(
        llvm::ArrayRef<Candidate>, unsigned Repeat)>;

/// Runs the three steps that the top of this file lists. Fails if \p Measure
/// fails, or if the base cannot be measured.
llvm::Expected<AllocatorAdvice> adviseAllocator(const AdviceRequest &Request,
                                                MeasureCandidates Measure);

} // namespace anomalloc

#endif // ANOMALLOC_ADVICE_ADVICE_H

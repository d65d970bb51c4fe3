//===- Advice.h - which allocator, which setting ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Finds what is worth a change, in three steps:
///   1. Every allocator and every setting alone is measured, a few times. That
///      proves nothing: it chooses.
///   2. For each measure, the settings of the best allocator that lowered it
///      are combined, best first, as long as it gets lower.
///   3. The best of each measure are measured again, many times. Only these
///      fresh numbers are judged, so that luck in step 1 is no result: by Mann
///      and Whitney's U test with Holm's correction (Allocators/RankTest.h).
/// Who measures is a function, so that this needs no trace.
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
/// By AdviceMeasure.
template <typename T> using PerMeasure = std::array<T, 3>;

/// What a program could be run with.
struct Candidate {
  Allocator With;
  std::vector<const AllocatorSetting *> Settings;
  /// As in ReplayRequest. adviseAllocator leaves them empty (Served.h).
  std::vector<uint64_t> PoolSizes;
  std::vector<std::string> ArenaSections;

  /// "jemalloc, decay-0"
  std::string name() const;
  bool operator==(const Candidate &Other) const {
    return With.Name == Other.With.Name && Settings == Other.Settings &&
           PoolSizes == Other.PoolSizes && ArenaSections == Other.ArenaSections;
  }
};

/// Its runs: nanoseconds in the allocator, bytes.
struct CandidateRuns {
  std::string Failure; ///< Why there is nothing; "": there is.
  PerMeasure<std::vector<double>> Numbers;

  double median(AdviceMeasure M) const;
};

/// Against the base, by fresh numbers.
struct MeasureChange {
  double Base = 0, Median = 0;
  double P = 1;         ///< By rankTest.
  double Corrected = 1; ///< By correctByHolm.
  bool Differs = false; ///< More than chance.
  bool IsWorth = false; ///< It saves, and enough to change something for.
  double saved() const { return Base - Median; }
};

struct Finalist {
  Candidate What;
  CandidateRuns Fresh;
  PerMeasure<MeasureChange> Changes;
};

/// A change that is worth it.
struct Advice {
  size_t Finalist; ///< Of AllocatorAdvice::Finalists.
  /// What it is the best for, or the best without another allocator.
  std::vector<AdviceMeasure> For;
};

struct AdviceRequest {
  std::vector<Allocator> Allocators; ///< The first is the one in use: the base.
  bool HasThreads = true;            ///< More than one.
  unsigned Screening = 2;            ///< Runs of each in steps 1 and 2.
  unsigned Repeat = 7;               ///< Runs of each in step 3.
  /// Nanoseconds of the run; 0: not known.
  uint64_t RunTime = 0;
};

struct AllocatorAdvice {
  static constexpr double Level = 0.05;
  /// What is worth a change saves so much at least. Of the time, that is a
  /// share of the run's, or, where that is not known, of the allocator's.
  static constexpr double LeastOfRun = 0.01, LeastOfTime = 0.1;
  static constexpr double LeastOfMemory = 0.05, LeastBytes = 1 << 20;
  /// What is this share of the base away from the best is as good: who changes
  /// less is advised.
  static constexpr double AsGood = 0.01;

  /// Steps 1 and 2; the first is the base.
  std::vector<std::pair<Candidate, CandidateRuns>> Tried;
  CandidateRuns Base; ///< Fresh.
  std::vector<Finalist> Finalists;
  std::vector<Advice> Best; ///< The largest saving first.
  /// The repetitions that can show a difference at all; 0: there are enough.
  unsigned RepeatNeeded = 0;
};

using MeasureCandidates =
    llvm::function_ref<llvm::Expected<std::vector<CandidateRuns>>(
        llvm::ArrayRef<Candidate>, unsigned Repeat)>;

/// The error is that of \p Measure, or the base failed.
llvm::Expected<AllocatorAdvice> adviseAllocator(const AdviceRequest &Request,
                                                MeasureCandidates Measure);

} // namespace anomalloc

#endif // ANOMALLOC_ADVICE_ADVICE_H

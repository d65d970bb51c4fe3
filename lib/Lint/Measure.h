//===- Measure.h - what a profile measured of findings ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_MEASURE_H
#define ANOMALLOC_LINT_MEASURE_H

#include "Review/SourceFiles.h"
#include "Weights/MeasuredWeights.h"

namespace anomalloc::lint {

/// Reads lint weights.
llvm::Expected<Measurements> loadMeasurements(llvm::StringRef WeightsFile);

/// Gives findings their numbers. The weights must outlive it.
class Measurer {
public:
  Measurer(const MeasuredWeights &Weights, SourceFiles &Files)
      : Weights(Weights), Files(Files) {}

  /// What \p Chains allocated, measured at \p At.
  FindingWeight weightOf(std::vector<uint32_t> Chains, Place At);
  /// Measures the lines of a finding of others, which does not say what was
  /// measured. A note tells where that cannot be known.
  void measureLines(Finding &F);
  /// The frame \p Index and who called it, \p Most levels.
  std::vector<SourceLevel> levels(uint32_t Index, size_t Most);
  /// What the report says of the blocks of \p Sum: the entries that have a
  /// considerable part of them, most first.
  std::vector<ReportEntry> entriesOf(const Measured &Sum) const;
  /// In percent of all allocations of the run; none: these are not known.
  std::optional<double> share(uint64_t Allocations) const;

  /// Of Measurements::Files, without symbolic links if it is here.
  const std::string &realFile(uint32_t Index);

private:
  const MeasuredWeights &Weights;
  SourceFiles &Files;
  std::map<uint32_t, std::string> Real;
};

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_MEASURE_H

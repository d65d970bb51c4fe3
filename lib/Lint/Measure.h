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

/// Tells what a profile measured of findings. The weights and the files must
/// outlive this object.
class Measurer {
public:
  Measurer(const MeasuredWeights &Weights, SourceFiles &Files)
      : Weights(Weights), Files(Files) {}

  /// The weight of a finding: the allocations of \p Chains, which are indices
  /// of Measurements::Chains. \p At becomes FindingWeight::At.
  FindingWeight weightOf(std::vector<uint32_t> Chains, Place At);
  /// Measures the lines of a finding that does not name its chains, because its
  /// check is not ours. If the lines have several measured calls, nobody knows
  /// which are of the finding; then it only gets a note.
  void measureLines(Finding &F);
  /// The frame \p Index of Measurements::Frames, then its callers; at most
  /// \p Most levels in all.
  std::vector<SourceLevel> levels(uint32_t Index, size_t Most);
  /// The entries of the report that have at least a tenth of the allocations of
  /// \p Sum, the largest part first.
  std::vector<ReportEntry> entriesOf(const Measured &Sum) const;
  /// \p Allocations in percent of all allocations of the run. None if the total
  /// is not known.
  std::optional<double> share(uint64_t Allocations) const;

  /// The file \p Index of Measurements::Files. If the file exists here, the
  /// path has no symbolic links.
  const std::string &realFile(uint32_t Index);

private:
  const MeasuredWeights &Weights;
  SourceFiles &Files;
  std::map<uint32_t, std::string> Real;
};

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_MEASURE_H

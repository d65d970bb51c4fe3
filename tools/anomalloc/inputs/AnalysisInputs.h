//===- AnalysisInputs.h - profiles to the tables of a report ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_INPUTS_ANALYSISINPUTS_H
#define ANOMALLOC_ANOMALLOC_INPUTS_ANALYSISINPUTS_H

#include "Analysis/Analysis.h"
#include "inputs/Inputs.h"

namespace anomalloc {

/// The tables of a report, and the profile that they refer to.
struct AnalyzedRun {
  std::unique_ptr<Profile> Model;
  Analysis Tables;
};

/// Reads and analyzes profiles for the verbs that show a report. So 'report'
/// and 'html' get the same results in the same way.
class AnalysisInputs {
public:
  /// Adds --small-limit and --large-limit.
  void addLimits(OptionSet &O);
  /// Adds the group "filters".
  void addFilters(OptionSet &O);
  /// Adds --no-probe.
  void addProbe(OptionSet &O);
  /// Adds --no-probe, --allocator, --lint and --keep-going.
  void addSources(OptionSet &O);
  /// Checks that the options can be used together.
  llvm::Error check() const;

  /// Reads, adds up, symbolizes, measures and analyzes the profiles \p Paths.
  /// \p Needs are bits of ViewNeed. With \p ForPeople, names are made
  /// printable.
  llvm::Expected<AnalyzedRun> read(llvm::ArrayRef<llvm::StringRef> Paths,
                                   unsigned Needs, bool ForPeople);

  /// Uses \p Options, which another part of the command line has set, for
  /// reading profiles.
  void use(const InputOptions &Options) { Inputs = Options; }

  AnalysisOptions Analyze;
  /// Keeps threads apart in the profile, whatever the filters are.
  bool KeepLanes = false;

private:
  llvm::Error addLint(Analysis &A) const;

  bool NoProbe = false;
  std::string AllocatorFile, LintFile;
  InputOptions Inputs;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_ANALYSISINPUTS_H

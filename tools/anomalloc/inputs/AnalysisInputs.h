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

/// What verbs that show a report ask of their profiles: 'report' and 'html'
/// find out the same in the same way.
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
  /// Whether the options go together.
  llvm::Error check() const;

  /// Reads, adds up, symbolizes, measures and analyzes \p Paths. \p Needs: bits
  /// of ViewNeed. \p ForPeople: names are made printable.
  llvm::Expected<AnalyzedRun> read(llvm::ArrayRef<llvm::StringRef> Paths,
                                   unsigned Needs, bool ForPeople);

  /// Reads profiles as another part of the command line does.
  void use(const InputOptions &Options) { Inputs = Options; }

  AnalysisOptions Analyze;
  /// Threads stay apart in the profile, whatever the filters are.
  bool KeepLanes = false;

private:
  llvm::Error addLint(Analysis &A) const;

  bool NoProbe = false;
  std::string AllocatorFile, LintFile;
  InputOptions Inputs;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_ANALYSISINPUTS_H

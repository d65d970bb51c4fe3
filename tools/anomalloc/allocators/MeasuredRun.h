//===- MeasuredRun.h - one run of a program, measured -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_ALLOCATORS_MEASUREDRUN_H
#define ANOMALLOC_ANOMALLOC_ALLOCATORS_MEASUREDRUN_H

#include "Allocators/Study.h"

namespace anomalloc {

struct MeasuredRequest {
  std::string Path; ///< Of the file to run.
  std::vector<std::string> Line;
  std::string Library; ///< To preload, before what LD_PRELOAD has; "": none.
  /// Names and values of variables that are set in addition to our environment.
  std::vector<std::pair<std::string, std::string>> Variables;
  std::string Input; ///< A file for its standard input; "": there is none.
};

struct MeasuredResult {
  StudyRun Run;                            ///< All but the metric.
  std::string Output;                      ///< Its output, with standard error.
  int StartError = 0;                      ///< errno if it did not start.
  std::vector<std::string> WithoutLibrary; ///< Programs; see ProcessTree.
};

/// Runs the program and waits for it. Returns an error only if our own work
/// fails. A failure of the program is in the result.
llvm::Expected<MeasuredResult> runMeasured(const MeasuredRequest &Request);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_MEASUREDRUN_H

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
  /// Set beside our environment.
  std::vector<std::pair<std::string, std::string>> Variables;
  std::string Input; ///< A file for its standard input; "": there is none.
};

struct MeasuredResult {
  StudyRun Run;                            ///< Without the metric.
  std::string Output;                      ///< What it printed, errors too.
  int StartError = 0;                      ///< errno: it did not begin.
  std::vector<std::string> WithoutLibrary; ///< See ProcessTree.
};

/// Runs it and waits for it. The error is ours, not the program's.
llvm::Expected<MeasuredResult> runMeasured(const MeasuredRequest &Request);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_MEASUREDRUN_H

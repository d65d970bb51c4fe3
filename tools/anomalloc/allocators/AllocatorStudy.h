//===- AllocatorStudy.h - runs a program under several allocators -*- C++
//-*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_ALLOCATORS_ALLOCATORSTUDY_H
#define ANOMALLOC_ANOMALLOC_ALLOCATORS_ALLOCATORSTUDY_H

#include "Allocators/Study.h"
#include "record/RecordedProgram.h"

namespace anomalloc {

/// The program, the allocators and the settings of a study.
struct AllocatorStudyRequest {
  RecordedProgram Program;
  std::vector<std::string>
      Line; ///< "{threads}" stands for the number of threads.
  std::vector<Allocator> Allocators;
  std::vector<uint64_t> Threads; ///< Empty: the program gets no number.
  std::vector<std::string> ThreadVariables;
  std::string Metric; ///< A regular expression; "": none.
  uint64_t Repeat = 10;
  uint64_t Warmup = 1;
  std::string Input;        ///< A file; "": no standard input.
  std::string OutputFolder; ///< For what the runs print; "": dropped.
};

/// Why allocators that are preloaded do not reach the program; "" if they do.
std::string whyPreloadingIsLost(const RecordedProgram &Program);

/// Runs the study in rounds. In each round, every allocator runs once. The
/// order is shuffled for each round, because the statistical test (RankTest.h)
/// takes runs as exchangeable. Warns of each run that failed. Returns an error
/// only if it prevents all runs.
llvm::Expected<Study> runStudy(const AllocatorStudyRequest &Request);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_ALLOCATORSTUDY_H

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

/// What is to be done.
struct AllocatorStudyRequest {
  RecordedProgram Program;
  std::vector<std::string>
      Line; ///< With "{threads}" where their number stands.
  std::vector<Allocator> Allocators;
  std::vector<uint64_t> Threads; ///< Empty: the program is not told.
  std::vector<std::string> ThreadVariables;
  std::string Metric; ///< A regular expression; "": none.
  uint64_t Repeat = 10;
  uint64_t Warmup = 1;
  std::string Input;        ///< A file; "": no standard input.
  std::string OutputFolder; ///< For what the runs print; "": dropped.
};

/// Why allocators that are preloaded do not reach the program; "" if they do.
std::string whyPreloadingIsLost(const RecordedProgram &Program);

/// Runs it, in rounds: one run of each allocator after the other, in an order
/// that is dealt anew for each round, for the test takes runs as exchangeable.
/// Warnings tell the runs that failed. The error is what stands in the way of
/// all runs.
llvm::Expected<Study> runStudy(const AllocatorStudyRequest &Request);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_ALLOCATORSTUDY_H

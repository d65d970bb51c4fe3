//===- RunMeasured.h - what run-measured-static writes ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_ALLOCATORS_RUNMEASURED_H
#define ANOMALLOC_ANOMALLOC_ALLOCATORS_RUNMEASURED_H

#include <stdint.h>
#include <sys/types.h>

namespace anomalloc {

/// Tells that the program began, or why it could not.
struct MeasuredStart {
  pid_t Id;
  int32_t Error; ///< errno; 0: it began.
};

/// What was measured, once the program has ended. The numbers cover the program
/// and those of its children that it waited for.
struct MeasuredEnd {
  uint64_t WallNanoseconds;
  uint64_t CpuNanoseconds;
  uint64_t PeakRssBytes; ///< That of the largest process.
  uint64_t MinorFaults;
  uint64_t MajorFaults;
  int32_t Status; ///< Of waitpid(2).
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_ALLOCATORS_RUNMEASURED_H

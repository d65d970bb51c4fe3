//===- ProcessMemory.h - what processes told of their memory ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_TOTALS_PROCESSMEMORY_H
#define ANOMALLOC_ANALYSIS_TOTALS_PROCESSMEMORY_H

#include "Profile/Profile.h"

namespace anomalloc {

/// The peak resident bytes of a process; 0: not known, because the process did
/// not end in order.
uint64_t peakResident(const Process &One);

/// The sum of the peak resident bytes of all processes. It is an upper bound
/// for the bytes of the blocks that were written to, at any one time, unless
/// memory was swapped out. 0: the peak of a process is not known, because the
/// process did not end in order.
uint64_t peakResident(const Profile &P);

/// Returns the number of page faults beyond those that the peak of the memory
/// needs: memory went back to the kernel and was taken again. Leaves out the
/// processes that did not tell their faults.
uint64_t repeatedPageFaults(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_PROCESSMEMORY_H

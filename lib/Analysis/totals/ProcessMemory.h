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

/// Bytes that the processes had resident, each at its peak: no more can have
/// been in blocks that were written to, as long as nothing was swapped out. 0:
/// one did not tell, as it did not end in order.
uint64_t peakResident(const Profile &P);

/// Page faults beyond those that the peak of the memory needs: memory went back
/// to the kernel and was taken again. Of the processes that told.
uint64_t repeatedPageFaults(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_TOTALS_PROCESSMEMORY_H

//===- ProcessMemory.cpp - what processes told of their memory ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ProcessMemory.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc {

static uint64_t infoOf(const Process &One, const char *Key) {
  auto It = One.Info.find(Key);
  uint64_t Number = 0;
  if (It == One.Info.end() || StringRef(It->second).getAsInteger(10, Number))
    return 0;
  return Number;
}

uint64_t peakResident(const Profile &P) {
  uint64_t Sum = 0;
  for (const Process &One : P.Processes) {
    uint64_t Its = infoOf(One, "peak_resident");
    if (!Its)
      return 0;
    Sum = SaturatingAdd(Sum, Its);
  }
  return Sum;
}

uint64_t repeatedPageFaults(const Profile &P) {
  constexpr uint64_t PageSize = 4096;
  uint64_t Sum = 0;
  for (const Process &One : P.Processes) {
    uint64_t Faults = infoOf(One, "page_faults");
    uint64_t Once = infoOf(One, "peak_resident") / PageSize;
    if (Once && Faults > Once)
      Sum = SaturatingAdd(Sum, Faults - Once);
  }
  return Sum;
}

} // namespace anomalloc

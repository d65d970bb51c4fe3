//===- ProcessMemory.cpp - what processes told of their memory ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/ProcessMemory.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc {

static uint64_t numberOf(const Process &One, const char *Key) {
  uint64_t Number = 0;
  if (One.info(Key).value_or("").getAsInteger(10, Number))
    return 0;
  return Number;
}

uint64_t peakResident(const Process &One) {
  return numberOf(One, "peak_resident");
}

uint64_t peakResident(const Profile &P) {
  uint64_t Sum = 0;
  for (const Process &One : P.Processes) {
    uint64_t Its = peakResident(One);
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
    uint64_t Faults = numberOf(One, "page_faults");
    uint64_t Once = peakResident(One) / PageSize;
    if (Once && Faults > Once)
      Sum = SaturatingAdd(Sum, Faults - Once);
  }
  return Sum;
}

} // namespace anomalloc

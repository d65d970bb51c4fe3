//===- Totals.cpp ---------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Totals.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc {

void Sum::add(uint64_t Size, uint64_t Number) {
  Allocations = SaturatingAdd(Allocations, Number);
  Bytes = SaturatingMultiplyAdd(Size, Number, Bytes);
}

Totals computeTotals(const Profile &P) {
  Totals T;
  for (const Count &C : P.Counts) {
    if (!isHeap(P, C)) {
      T.Pool.add(C);
      continue;
    }
    T.Heap.add(C);
    (C.Site ? T.Site : T.Dark).add(C);
    if (C.Site && C.Dark)
      T.Led.add(C);
  }
  return T;
}

} // namespace anomalloc

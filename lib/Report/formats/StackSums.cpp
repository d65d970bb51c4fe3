//===- StackSums.cpp - what stacks allocated in all -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/formats/StackSums.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

std::vector<StackSum> sumStacks(const MeasuredStacks &Stacks,
                                ArrayRef<uint32_t> StackOf) {
  std::vector<StackSum> Sums;
  DenseMap<uint32_t, uint32_t> SumOf; // By stack of the format.
  for (const MeasuredStacks::Row &R : Stacks.Rows) {
    auto [I, New] = SumOf.try_emplace(StackOf[R.Node], Sums.size());
    if (New)
      Sums.push_back({StackOf[R.Node]});
    for (auto [To, More] : zip_equal(Sums[I->second].Blocks, R.Blocks))
      To.add(More, R.Size);
  }
  return Sums;
}

} // namespace anomalloc

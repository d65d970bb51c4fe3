//===- KeptBlocks.cpp - what a pool saves of blocks that stay -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KeptBlocks.h"

using namespace llvm;

namespace anomalloc {

/// Of the blocks of \p Its that stay.
static uint64_t keptBytes(const ChangeEntry::Part &Its) {
  if (!Its.Share.Allocations)
    return 0;
  return uint64_t(double(Its.Share.Bytes) * double(Its.Kept) /
                  double(Its.Share.Allocations));
}

void addKeptSavings(MutableArrayRef<ChangeEntry> Entries) {
  // Nodes drive each other from the caches, whoever made them.
  uint64_t Bytes = 0;
  for (const ChangeEntry &E : Entries)
    for (const ChangeEntry::Part &One : E.Parts)
      Bytes = SaturatingAdd(Bytes, keptBytes(One));
  if (Bytes <= BeyondCaches)
    return;
  for (ChangeEntry &E : Entries)
    for (const ChangeEntry::Part &One : E.Parts) {
      uint64_t &Most = E.MayStay ? E.SavedIfKept : E.SavedMost;
      Most = SaturatingMultiplyAdd(One.Kept, One.Cost.KeptMost, Most);
      if (!E.MayStay)
        E.SavedLeast =
            SaturatingMultiplyAdd(One.Kept, One.Cost.KeptLeast, E.SavedLeast);
    }
}

} // namespace anomalloc

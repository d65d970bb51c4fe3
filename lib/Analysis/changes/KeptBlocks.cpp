//===- KeptBlocks.cpp - what a pool saves of blocks that stay -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/KeptBlocks.h"

using namespace llvm;

namespace anomalloc {

/// Of the blocks of \p Its that stay.
static uint64_t keptBytes(const ChangeEntry::Part &Its) {
  if (!Its.Share.Allocations)
    return 0;
  return uint64_t(double(Its.Share.Bytes) * double(Its.Kept) /
                  double(Its.Share.Allocations));
}

namespace {
/// What stays, of an entry or of all.
struct KeptSum {
  uint64_t Blocks = 0, Bytes = 0;
  uint64_t Most = 0; ///< Nanoseconds that pools save at most.
};
} // namespace

static KeptSum sumOf(const ChangeEntry &E) {
  KeptSum Sum;
  for (const ChangeEntry::Part &One : E.Parts) {
    Sum.Blocks = SaturatingAdd(Sum.Blocks, One.Kept);
    Sum.Bytes = SaturatingAdd(Sum.Bytes, keptBytes(One));
    Sum.Most = SaturatingMultiplyAdd(One.Kept, One.Cost.KeptMost, Sum.Most);
  }
  return Sum;
}

void addKeptSavings(MutableArrayRef<ChangeEntry> Entries,
                    const BlockCosts &Costs) {
  // Nodes drive each other from the caches, whoever made them.
  KeptSum All;
  for (const ChangeEntry &E : Entries) {
    KeptSum Its = sumOf(E);
    All.Blocks = SaturatingAdd(All.Blocks, Its.Blocks);
    All.Bytes = SaturatingAdd(All.Bytes, Its.Bytes);
    All.Most = SaturatingAdd(All.Most, Its.Most);
  }
  if (All.Bytes <= BeyondCaches)
    return;
  uint64_t Gap = Costs.ofGap(All.Bytes / All.Blocks);
  for (ChangeEntry &E : Entries) {
    KeptSum Its = sumOf(E);
    uint64_t &Most = E.FateUnknown ? E.SavedIfKept : E.SavedMost;
    Most = SaturatingAdd(Most, Its.Most);
    if (!E.FateUnknown)
      for (const ChangeEntry::Part &One : E.Parts)
        E.SavedLeast =
            SaturatingMultiplyAdd(One.Kept, One.Cost.KeptLeast, E.SavedLeast);
    // Its blocks may lie among the others; all of these can gain no more than
    // with pools of their own.
    E.SavedOfOthers =
        std::min(SaturatingMultiply(Its.Blocks, Gap), All.Most - Its.Most);
  }
}

} // namespace anomalloc

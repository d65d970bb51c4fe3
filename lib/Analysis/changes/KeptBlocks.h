//===- KeptBlocks.h - what a pool saves of blocks that stay -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_KEPTBLOCKS_H
#define ANOMALLOC_ANALYSIS_CHANGES_KEPTBLOCKS_H

#include "Analysis/changes/ChangeList.h"

namespace anomalloc {

/// Adds to \p Entries what a pool saves of their parts' Kept, and of the
/// neighbours of these, if all together are more than the caches hold.
void addKeptSavings(llvm::MutableArrayRef<ChangeEntry> Entries,
                    const BlockCosts &Costs);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_KEPTBLOCKS_H

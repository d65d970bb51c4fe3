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

/// Adds to \p Entries the savings of a pool: for the blocks that stay (Kept of
/// the parts), and for the neighbours of these blocks. Adds nothing if all such
/// blocks together are not more than the caches hold.
void addKeptSavings(llvm::MutableArrayRef<ChangeEntry> Entries,
                    const BlockCosts &Costs);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_KEPTBLOCKS_H

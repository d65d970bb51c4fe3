//===- SampledGroups.h - what is sure of a sampled group --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_SAMPLEDGROUPS_H
#define ANOMALLOC_ANALYSIS_CHANGES_SAMPLEDGROUPS_H

#include "Analysis/changes/BlockGroups.h"

namespace anomalloc {

/// The group \p G of a sampled profile, with the fates of its blocks at the low
/// ends of their intervals, or at the high ends. All blocks are in its sum,
/// those of sizes that were not drawn, too. What a detector finds in both
/// groups does not hang on what happened to be drawn.
BlockGroup atEndOfInterval(const BlockGroup &G, const Profile &P, bool High);

/// How many drawn blocks tell of the fates in \p G.
uint64_t drawsOf(const BlockGroup &G);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_SAMPLEDGROUPS_H

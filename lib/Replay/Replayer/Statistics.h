//===- Statistics.h - what an allocator says of itself ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_REPLAYER_STATISTICS_H
#define ANOMALLOC_REPLAY_REPLAYER_STATISTICS_H

#include "Replay/SharedState.h"

namespace anomalloc {
namespace replay {

/// Looks for the statistics functions of the allocator in use, and writes the
/// allocator's path to SharedState::Allocator. Call it once, before anything is
/// measured, because the look-up may allocate.
void findStatistics(SharedState &S);

/// Writes the allocator's statistics to SharedState::Text.
void tellStatistics(SharedState &S);

/// Answers the questions in SharedState::questions(). Allocates blocks.
void tellUsableSizes(SharedState &S);

} // namespace replay
} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_REPLAYER_STATISTICS_H

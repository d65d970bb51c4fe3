//===- Worker.h - a thread that replays a lane ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_REPLAYER_WORKER_H
#define ANOMALLOC_REPLAY_REPLAYER_WORKER_H

#include "Replay/SharedState.h"

namespace anomalloc {
namespace replay {

/// Starts the threads of lane \p Lane, one for each copy.
void startLane(SharedState &S, uint32_t Lane);

/// Tells the driver the failure \p Why, and ends the process. \p Size is the
/// size of the block that failed.
[[noreturn]] void giveUp(SharedState &S, FailureKind Why, uint64_t Size);

} // namespace replay
} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_REPLAYER_WORKER_H

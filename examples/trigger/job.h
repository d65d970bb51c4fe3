//===- job.h - Threads that pass events on ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRIGGER_JOB_H
#define TRIGGER_JOB_H

#include "event.h"

#include <functional>

namespace trigger {

/// Lets \p NumEvents events arrive from a thread of their own, has them
/// decoded, reconstructed and selected by \p NumWorkers threads, and calls \p
/// Write for each decision, in the order of events, in the calling thread. The
/// scopes of the profile are `read`, `decode`, `reconstruct`, `select` and
/// `write`.
void runJob(std::uint64_t NumEvents, int NumWorkers,
            const std::function<void(const Decision &)> &Write);

} // namespace trigger

#endif // TRIGGER_JOB_H

//===- Futex.h - sleep until a word changes ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// futex(2) between two processes. No LLVM here: driver and replayer use it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_FUTEX_H
#define ANOMALLOC_REPLAY_FUTEX_H

#include <atomic>
#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace anomalloc {
namespace replay {

/// Sleeps while \p Word is \p Seen. Returns when another thread wakes this one,
/// after \p Milliseconds, or spuriously.
inline void sleepOn(std::atomic<uint32_t> &Word, uint32_t Seen,
                    long Milliseconds) {
  timespec Limit = {Milliseconds / 1000, Milliseconds % 1000 * 1000000};
  syscall(SYS_futex, &Word, FUTEX_WAIT, Seen, &Limit, nullptr, 0);
}

inline void wakeAll(std::atomic<uint32_t> &Word) {
  syscall(SYS_futex, &Word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

} // namespace replay
} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_FUTEX_H

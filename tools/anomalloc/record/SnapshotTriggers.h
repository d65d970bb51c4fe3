//===- SnapshotTriggers.h - when is the next snapshot due? ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_SNAPSHOTTRIGGERS_H
#define ANOMALLOC_ANOMALLOC_RECORD_SNAPSHOTTRIGGERS_H

#include "record/CgroupMemory.h"
#include <chrono>
#include <csignal>
#include <optional>

namespace anomalloc {

/// What the user wants to wait for.
struct SnapshotWishes {
  std::optional<uint64_t> Every, For; ///< In milliseconds.
  std::optional<uint64_t> Rss;        ///< Bytes.
  std::optional<double> Memory;       ///< A share of the cgroup's limit.
  std::string Cgroup;                 ///< Its folder; "": the process's own.

  bool areLimits() const { return Rss || Memory; }
  bool isAny() const { return Every || areLimits(); }
};

/// Waits until a snapshot is due. While it lives, SIGINT, SIGTERM, SIGHUP and
/// SIGUSR1 wait for it.
class SnapshotTriggers {
public:
  /// Fails if a limit cannot be watched. \p EndDescriptor becomes readable when
  /// the process \p Id ends.
  static llvm::Expected<std::unique_ptr<SnapshotTriggers>>
  watch(pid_t Id, int EndDescriptor, SnapshotWishes Wishes);
  ~SnapshotTriggers();
  SnapshotTriggers(const SnapshotTriggers &) = delete;

  struct Due {
    std::string Why;     ///< For people.
    bool IsLast = false; ///< Nothing more is to be waited for.
  };
  Due wait();

private:
  using Clock = std::chrono::steady_clock;
  /// Says once that a value is above its limit. Says it again when the value
  /// was clearly below in between.
  struct Limit {
    bool IsPassed = false;
    Clock::time_point Told;
    bool rises(bool IsAbove, bool IsClearlyBelow);
  };

  SnapshotTriggers(pid_t Id, int End, SnapshotWishes Wishes);
  std::string passedLimit();
  int patience() const;

  pid_t Id;
  int End, Signals;
  sigset_t Before;
  SnapshotWishes Wishes;
  std::optional<CgroupMemory> Cgroup;
  uint64_t Hits = 0;
  Limit Rss, Memory;
  Clock::time_point Next, Last;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_SNAPSHOTTRIGGERS_H

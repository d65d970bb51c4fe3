//===- ReplayProcess.h - the process that replays ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_REPLAYPROCESS_H
#define ANOMALLOC_REPLAY_REPLAYPROCESS_H

#include "Replay/Replay.h"
#include "Replay/ServedPlan.h"
#include "Replay/SharedState.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <sys/resource.h>
#include <sys/types.h>

namespace anomalloc {

/// The replaying process did not reach its end. The cause is the allocator, or
/// the machine has too little memory.
class ReplayFailure : public llvm::ErrorInfo<ReplayFailure> {
public:
  static char ID;
  explicit ReplayFailure(const llvm::Twine &Why) : Why(Why.str()) {}
  void log(llvm::raw_ostream &OS) const override { OS << Why; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string Why;
};

/// How much memory a process uses, in bytes, as the kernel tells.
struct ProcessMemoryUse {
  uint64_t Anonymous = 0; ///< Exact.
  uint64_t File = 0, Shared = 0;
  uint64_t Peak = 0; ///< Most bytes of all three together.
};

/// Runs the program of Replayer/Main.cpp. The destructor kills the program if
/// it still runs. Not thread-safe.
class ReplayProcess {
public:
  /// Starts the program, and waits until it is ready.
  static llvm::Expected<std::unique_ptr<ReplayProcess>>
  start(const ReplayRequest &Request, const ServedPlan &Plan, uint32_t Lanes,
        uint64_t Slots);
  ~ReplayProcess();

  replay::SharedState &state() { return *State; }

  /// Sleeps until \p Done returns true. \p Done reads state that the replayer
  /// changes. Fails with ReplayFailure if the replayer is gone or is stuck.
  llvm::Error waitUntil(llvm::function_ref<bool()> Done);

  /// Sends the command \p What and waits for the answer. The rings must be
  /// empty.
  llvm::Error ask(replay::Command What);

  ProcessMemoryUse memory() const;
  void resetPeak() const;

  /// Lets the replayer end in order. Returns the resources that it used.
  llvm::Expected<rusage> leave();

private:
  ReplayProcess() = default;
  llvm::Error map(const ReplayRequest &Request, const ServedPlan &Plan,
                  uint32_t Lanes, uint64_t Slots);
  llvm::Error spawn(const ReplayRequest &Request);
  llvm::Error checkAllocator(const ReplayRequest &Request) const;
  /// Succeeds if the replayer still runs.
  llvm::Error checkAlive();
  std::string whyEnded(int Status) const;
  std::string afterEvents() const;
  std::string firstWords() const;

  pid_t Id = -1;
  int MemoryFd = -1, WordsFd = -1;
  uint64_t Size = 0;
  replay::SharedState *State = nullptr;
  rusage Used = {};
};

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_REPLAYPROCESS_H

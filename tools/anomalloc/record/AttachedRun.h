//===- AttachedRun.h - recording a process that runs already ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_ATTACHEDRUN_H
#define ANOMALLOC_ANOMALLOC_RECORD_ATTACHEDRUN_H

#include "Profile/Profile.h"
#include "cli/OptionSet.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace anomalloc {

/// What `anomalloc record` does with --pid in place of a program.
class AttachedRun {
public:
  void addOptions(OptionSet &Options);
  /// Whether --pid was given.
  bool isWanted() const { return Id.has_value(); }
  /// Fails if other options of ours were given without it.
  llvm::Error check() const;

  /// Records the process with \p Options, a text like ANOMALLOC_OPTIONS, until
  /// the time of --for is over, SIGINT, SIGTERM or SIGHUP comes, or the process
  /// ends. With --stop only ends a recording. Says what was written, unless \p
  /// Quiet. Returns the exit code. Blocks signals: to be called by the only
  /// thread.
  llvm::Expected<int> record(std::string Options, bool Quiet, bool Html);

private:
  /// What a recording leaves.
  struct Wishes {
    std::string Options; ///< A text like ANOMALLOC_OPTIONS.
    bool Quiet, Html;
  };
  llvm::Expected<int> stop(const Wishes &W);
  llvm::Expected<int> recordEpisode(const Process &Its, Wishes W);

  std::optional<uint64_t> Id;
  std::optional<uint64_t> Milliseconds; ///< Of --for.
  bool Stop = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_ATTACHEDRUN_H

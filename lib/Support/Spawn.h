//===- Spawn.h - a program is started ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Starts a program with posix_spawn(3), for callers that deal with the process
/// while it runs. Callers that only wait for the end of programs use
/// Processes.h.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_SPAWN_H
#define ANOMALLOC_SUPPORT_SPAWN_H

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace anomalloc {

/// A descriptor of the program that is started.
struct GivenDescriptor {
  static constexpr int Nothing = -1; ///< /dev/null.
  int Ours; ///< A descriptor of this process, or Nothing.
  int As;   ///< Its number in the program.
};

/// Starts the command \p Line, whose first word is a path (PATH is not
/// searched). The program gets \p Descriptors, in their order, and all other
/// descriptors that are not close-on-exec. \p Environment has entries
/// NAME=VALUE; none: the environment of this process. Sets \p Id. Returns 0, or
/// an errno. From any thread.
int spawn(
    pid_t &Id, const std::vector<std::string> &Line,
    const std::vector<GivenDescriptor> &Descriptors,
    const std::optional<std::vector<std::string>> &Environment = std::nullopt);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_SPAWN_H

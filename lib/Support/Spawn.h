//===- Spawn.h - a program is started ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// posix_spawn(3), for whoever deals with the process while it runs. What only
/// waits for the end of programs has Processes.h.
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

/// Starts \p Line, whose first word is a path (PATH is not searched), with
/// \p Descriptors in their order, and others that are not close-on-exec.
/// \p Environment: NAME=VALUE; none: the one of this process. 0, or an errno.
/// From any thread.
int spawn(
    pid_t &Id, const std::vector<std::string> &Line,
    const std::vector<GivenDescriptor> &Descriptors,
    const std::optional<std::vector<std::string>> &Environment = std::nullopt);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_SPAWN_H

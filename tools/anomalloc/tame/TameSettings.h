//===- TameSettings.h - what a taming is asked for --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMESETTINGS_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMESETTINGS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace anomalloc {

/// What 'anomalloc tame' is to measure time with.
enum class TameTime { Auto, Perf, Callgrind, Cpu, None };

/// The command line of 'anomalloc tame'. Commands are for /bin/sh, and run at
/// the top of the work tree.
struct TameSettings {
  std::string Build;   ///< Configures and builds.
  std::string Run;     ///< Runs the program, which is recorded.
  std::string Test;    ///< Succeeds if the program is right; "": none.
  std::string Compare; ///< Succeeds if two files of output agree; "": bytes.
  std::string
      Database;     ///< A folder or file below the work tree; "": looked for.
  std::string Work; ///< The work folder; "": in the user's cache.
  std::string Branch = "anomalloc-tame";
  std::vector<std::string> Only; ///< Files; empty: all.
  std::optional<uint64_t> MaxSteps;
  uint64_t MinAllocations = 1000; ///< A place with fewer is cold.
  uint64_t Timeout = 3600;        ///< Seconds, for each command.
  TameTime Time = TameTime::Auto;
  bool CheckOutput = false; ///< An output that varies is an error.
  bool DryRun = false;
  bool Restart = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMESETTINGS_H

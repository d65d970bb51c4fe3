//===- TameTimer.h - whether a change costs time ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMETIMER_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMETIMER_H

#include "tame/TameBinaries.h"
#include "tame/TameProgram.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace anomalloc {

/// Measures how long the program takes, with the best that there is:
///
///  * user instructions, by 'perf stat', where the processor counts them;
///  * instructions, by valgrind's callgrind, where a run takes no more than
///    LongestForCallgrind of processor time: callgrind is some 50 times slower;
///  * processor time of runs of both builds that alternate, told apart by
///    Mann and Whitney's U test (RankTest.h).
class TameTimer {
public:
  static constexpr uint64_t LongestForCallgrind = 3000000000; ///< Nanoseconds.
  /// More instructions than this are worse, in per cent.
  static constexpr double MostInstructions = 0.5;
  /// Processor time is worse from these on: per cent of the medians, and the
  /// probability that both builds are alike.
  static constexpr double MostCpu = 1, LeastLikely = 0.01;

  TameTimer(const TameSettings &Settings, TameState &State,
            const TameProgram &Program, const TameFolder &Folder,
            const std::string &Tree)
      : Settings(Settings), State(State), Program(Program), Folder(Folder),
        Binaries(Tree, Folder.file("binaries")) {}

  /// Chooses the clock of the state, and sets the time of its start.
  llvm::Error choose();
  /// To be called before a build that is to be compared with this one.
  llvm::Error beforeBuild();
  /// Measures the newer build, and sets \p After.Time. Returns why it is worse;
  /// "": it is not.
  llvm::Expected<std::string> judge(TameNumbers &After);

private:
  llvm::Expected<std::optional<uint64_t>> instructions(TameClock By) const;
  llvm::Expected<std::string> judgeByRuns(TameNumbers &After);
  llvm::Expected<std::optional<uint64_t>> cpuOfRun() const;

  const TameSettings &Settings;
  TameState &State;
  const TameProgram &Program;
  const TameFolder &Folder;
  TameBinaries Binaries;
};

/// What TameNumbers::Time is: "instructions", "CPU time"; "" for none.
llvm::StringRef nameOfTime(TameClock Clock);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMETIMER_H

//===- TameProgram.h - builds, tests and records the program ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMEPROGRAM_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMEPROGRAM_H

#include "tame/TameSettings.h"
#include "tame/TameShell.h"
#include "tame/TameState.h"

namespace anomalloc {

/// Runs what the user named. Where a function returns a text, it says why the
/// command failed, and is "" if it did not. Errors are for what ends the whole
/// work: an interruption, or a full disk.
class TameProgram {
public:
  /// \p State tells the limits of time, and is told whether the program must be
  /// preloaded.
  TameProgram(const TameSettings &Settings, TameState &State,
              const TameShell &Shell, const TameFolder &Folder)
      : Settings(Settings), State(State), Shell(Shell), Folder(Folder) {}

  /// Builds with 'anomalloc cc' and 'anomalloc c++' in CC and CXX.
  llvm::Expected<std::string> build() const;
  /// Runs the tests, if there are some. Sets TestSeconds of the state if it is
  /// not known.
  llvm::Expected<std::string> test() const;
  /// Runs the program, writes profile(\p Number), and reads the numbers from
  /// it. What the program prints goes to \p Output.
  llvm::Expected<std::string> record(uint64_t Number, const std::string &Output,
                                     TameNumbers &Numbers) const;
  /// Runs the program without recording.
  llvm::Expected<ShellEnd> runPlainly() const;
  /// Runs \p Before and then the program, as one shell command, without
  /// recording: a program that measures the next.
  llvm::Expected<ShellEnd> runUnder(llvm::StringRef Before,
                                    uint64_t TimesLonger) const;
  /// Whether two files of output agree: by the user's command, or byte by byte.
  llvm::Expected<bool> sameOutput(const std::string &A,
                                  const std::string &B) const;

  std::string profile(uint64_t Number) const {
    return Folder.file("profiles/" + llvm::Twine(Number) + ".anomalloc");
  }
  /// Processor time of the last run by record().
  uint64_t lastCpu() const { return LastCpu; }

private:
  uint64_t limit(uint64_t Known) const;
  llvm::Expected<std::string> runRecorded(const std::string &Runs,
                                          const std::string &Output) const;

  const TameSettings &Settings;
  TameState &State;
  const TameShell &Shell;
  const TameFolder &Folder;
  mutable uint64_t LastCpu = 0;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMEPROGRAM_H

//===- TameProgram.cpp - builds, tests and records the program ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameProgram.h"
#include "Analysis/totals/HeapTotals.h"
#include "Support/Errors.h"
#include "Support/ShellQuote.h"
#include "cli/Layout.h"
#include "cli/RuntimeFlags.h"
#include "inputs/Inputs.h"
#include "record/OutputPattern.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

using namespace llvm;

namespace anomalloc {

/// What must not record itself: generators that a build runs, and tests.
static constexpr const char *RecordsNothing = "ANOMALLOC_OPTIONS=enabled=0";

/// A command that takes ten times as long as at the start will not end.
uint64_t TameProgram::limit(uint64_t Known) const {
  constexpr uint64_t Times = 10, More = 30;
  return Known ? std::min(Settings.Timeout, Times * Known + More)
               : Settings.Timeout;
}

/// Lines, without which no finding can be measured: what the project asks for
/// comes behind and wins. If valgrind may count instructions, DWARF 4: valgrind
/// 3.19 of Debian 12 ends at the DWARF 5 that clang writes.
static std::string debugFlags(TameTime Time) {
  const bool MayCount = Time == TameTime::Auto || Time == TameTime::Callgrind;
  return std::string(" -gline-tables-only") +
         (MayCount && sys::findProgramByName("valgrind")
              ? " -fdebug-default-version=4"
              : "");
}

Expected<std::string> TameProgram::build() const {
  const std::string Self = findLayout().Program;
  // By its name alone: a path may have spaces, at which make and CMake part
  // what these variables say.
  const std::string Name = sys::path::filename(Self).str();
  const std::string Flags = debugFlags(Settings.Time);
  const char *Path = getenv("PATH");
  ShellCommand Command{
      Settings.Build,
      {"CC=" + Name + " cc" + Flags, "CXX=" + Name + " c++" + Flags,
       "CMAKE_EXPORT_COMPILE_COMMANDS=ON",
       "ANOMALLOC_COMPILE_COMMANDS=" + Folder.commands(), RecordsNothing,
       "PATH=" + sys::path::parent_path(Self).str() +
           (Path ? std::string(":") + Path : "")}};
  Command.Seconds = Settings.Timeout;
  Expected<ShellEnd> End = Shell.run(Command);
  if (!End)
    return End.takeError();
  return End->Why;
}

Expected<std::string> TameProgram::test() const {
  if (Settings.Test.empty())
    return "";
  ShellCommand Command{Settings.Test, {RecordsNothing}};
  Command.Seconds = limit(State.TestSeconds);
  Expected<ShellEnd> End = Shell.run(Command);
  if (!End)
    return End.takeError();
  if (!State.TestSeconds)
    State.TestSeconds = End->Seconds;
  return End->Why;
}

Expected<std::string>
TameProgram::runRecorded(const std::string &Runs,
                         const std::string &Output) const {
  sys::fs::remove_directories(Runs);
  if (std::error_code EC = sys::fs::create_directories(Runs))
    return inContext(Runs, errorCodeToError(EC));
  const std::string Pattern = escapePattern(Runs) + "/%n.%p.anomalloc";
  const char *Given = getenv("ANOMALLOC_OPTIONS");
  ShellCommand Command{Settings.Run};
  Command.Output = Output;
  Command.Seconds = limit(State.RunSeconds);
  if (State.Preloaded) {
    Command.Text = quoteForShell(findLayout().Program) +
                   " record --quiet --mode=lifetime+stacks --output=" +
                   quoteForShell(Pattern) +
                   " --children=" + quoteForShell(Pattern) + " /bin/sh -c " +
                   quoteForShell(Settings.Run);
  } else {
    std::string Options = Given ? Given : "";
    appendOption(Options, "mode", "lifetime");
    appendOption(Options, "output", Pattern);
    appendOption(Options, "children", Pattern);
    Command.Variables = {"ANOMALLOC_OPTIONS=" + Options};
  }
  Expected<ShellEnd> End = Shell.run(Command);
  if (!End)
    return End.takeError();
  LastCpu = End->CpuNanoseconds;
  if (End->succeeded() && !State.RunSeconds)
    State.RunSeconds = End->Seconds;
  return End->Why;
}

Expected<std::string> TameProgram::record(uint64_t Number,
                                          const std::string &Output,
                                          TameNumbers &Numbers) const {
  const std::string Runs = Folder.file("runs");
  Expected<std::string> Why = runRecorded(Runs, Output);
  if (!Why || !Why->empty())
    return Why;
  if (profilesInFolder(Runs).empty() && !State.Measured && !State.Preloaded) {
    State.Preloaded = true;
    Why = runRecorded(Runs, Output);
    if (!Why || !Why->empty())
      return Why;
  }
  std::vector<std::string> Profiles = profilesInFolder(Runs);
  if (State.Preloaded && Profiles.size() > 1)
    erase_if(Profiles, [](StringRef Path) { // of the shell that starts it
      const StringRef Name = sys::path::filename(Path);
      return Name.starts_with("sh.") || Name.starts_with("dash.") ||
             Name.starts_with("bash.");
    });
  if (Profiles.empty())
    return "it wrote no profile: it is linked statically, or clears its "
           "environment; build it with 'anomalloc c++', which CXX names";

  // The next build replaces the program: its names are needed now.
  std::string Merge = quoteForShell(findLayout().Program) + " merge -o " +
                      quoteForShell(profile(Number));
  for (const std::string &Path : Profiles)
    Merge += " " + quoteForShell(Path);
  Expected<ShellEnd> Merged = Shell.run({Merge});
  if (!Merged)
    return Merged.takeError();
  if (!Merged->succeeded())
    return "its profiles cannot be read: " + Shell.endOfLog();
  Expected<std::unique_ptr<Profile>> P =
      readInputs(StringRef(profile(Number)), {});
  if (!P)
    return P.takeError();
  const Amount All = computeHeapTotals(**P, (*P)->Counts).All;
  Numbers = {All.Allocations, All.Bytes};
  for (const Process &One : (*P)->Processes)
    if (One.Lifetimes)
      Numbers.Peak = SaturatingAdd(Numbers.Peak, One.Lifetimes->PeakBytes);
  sys::fs::remove_directories(Runs);
  return "";
}

Expected<ShellEnd> TameProgram::runPlainly() const {
  ShellCommand Command{Settings.Run, {RecordsNothing}};
  Command.Seconds = limit(State.RunSeconds);
  return Shell.run(Command);
}

Expected<ShellEnd> TameProgram::runUnder(StringRef Before,
                                         uint64_t TimesLonger) const {
  ShellCommand Command{Before.str() + " /bin/sh -c " +
                           quoteForShell(Settings.Run),
                       {RecordsNothing}};
  Command.Seconds = limit(TimesLonger * State.RunSeconds);
  return Shell.run(Command);
}

Expected<bool> TameProgram::sameOutput(const std::string &A,
                                       const std::string &B) const {
  if (!Settings.Compare.empty()) {
    ShellCommand Command{Settings.Compare + " \"$@\"", {RecordsNothing}};
    Command.Seconds = Settings.Timeout;
    Command.Arguments = {A, B};
    Expected<ShellEnd> End = Shell.run(Command);
    if (!End)
      return End.takeError();
    return End->succeeded();
  }
  auto First = MemoryBuffer::getFile(A, /*IsText=*/false,
                                     /*RequiresNullTerminator=*/false);
  auto Second = MemoryBuffer::getFile(B, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!First || !Second)
    return makeError("what the program printed cannot be read");
  return (*First)->getBuffer() == (*Second)->getBuffer();
}

} // namespace anomalloc

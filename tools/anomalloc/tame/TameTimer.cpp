//===- TameTimer.cpp - whether a change costs time ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameTimer.h"
#include "Allocators/RankTest.h"
#include "Support/Errors.h"
#include "Support/Numbers.h"
#include "Support/ShellQuote.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace anomalloc {

StringRef nameOfTime(TameClock Clock) {
  switch (Clock) {
  case TameClock::Perf:
  case TameClock::Callgrind:
    return "instructions";
  case TameClock::Cpu:
    return "CPU time";
  case TameClock::None:
    break;
  }
  return "";
}

/// The number in front of the first comma: "1263187,,instructions:u,...".
static std::optional<uint64_t> countOfPerf(StringRef Text) {
  SmallVector<StringRef, 4> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines) {
    auto [First, Rest] = Line.split(',');
    uint64_t Number;
    if (Rest.contains("instructions") && !First.getAsInteger(10, Number))
      return Number;
  }
  return std::nullopt;
}

/// The line "totals: 226354" of a process.
static std::optional<uint64_t> countOfCallgrind(StringRef Text) {
  const size_t At = Text.rfind("\ntotals:");
  uint64_t Number;
  StringRef Rest = At == StringRef::npos ? "" : Text.drop_front(At + 8).trim();
  if (Rest.consumeInteger(10, Number))
    return std::nullopt;
  return Number;
}

/// None: it cannot be counted.
Expected<std::optional<uint64_t>> TameTimer::instructions(TameClock By) const {
  const bool IsPerf = By == TameClock::Perf;
  if (!sys::findProgramByName(IsPerf ? "perf" : "valgrind"))
    return std::nullopt;
  const std::string Counts = Folder.file("counts");
  sys::fs::remove_directories(Counts);
  if (std::error_code EC = sys::fs::create_directories(Counts))
    return inContext(Counts, errorCodeToError(EC));
  const std::string Before =
      IsPerf ? "perf stat -x, -e instructions:u -o " +
                   quoteForShell(Counts + "/perf") + " --"
             : "valgrind -q --tool=callgrind --trace-children=yes "
               "--callgrind-out-file=" +
                   quoteForShell(Counts) + "/%p";
  constexpr uint64_t Slower = 100;
  Expected<ShellEnd> End = Program.runUnder(Before, IsPerf ? 1 : Slower);
  if (!End)
    return End.takeError();
  if (!End->succeeded())
    return std::nullopt;
  std::optional<uint64_t> Sum;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Counts, EC), Last; !EC && I != Last;
       I.increment(EC)) {
    auto Text = MemoryBuffer::getFile(I->path());
    if (!Text)
      continue;
    if (auto Number = IsPerf ? countOfPerf((*Text)->getBuffer())
                             : countOfCallgrind((*Text)->getBuffer()))
      Sum = SaturatingAdd(Sum.value_or(0), *Number);
  }
  sys::fs::remove_directories(Counts);
  return Sum;
}

Expected<std::optional<uint64_t>> TameTimer::cpuOfRun() const {
  Expected<ShellEnd> End = Program.runPlainly();
  if (!End)
    return End.takeError();
  if (!End->succeeded())
    return std::nullopt;
  return End->CpuNanoseconds;
}

Error TameTimer::choose() {
  const TameTime Wanted = Settings.Time;
  const bool Any = Wanted == TameTime::Auto;
  for (TameClock By : {TameClock::Perf, TameClock::Callgrind}) {
    const bool IsWanted =
        Wanted ==
        (By == TameClock::Perf ? TameTime::Perf : TameTime::Callgrind);
    if (!IsWanted && !(Any && (By == TameClock::Perf ||
                               Program.lastCpu() <= LongestForCallgrind)))
      continue;
    Expected<std::optional<uint64_t>> First = instructions(By);
    if (!First)
      return First.takeError();
    if (!*First) {
      if (IsWanted)
        return makeError(
            "--time: the program's instructions cannot be "
            "counted so: " +
            StringRef(By == TameClock::Perf ? "perf" : "valgrind") +
            " is not there, or fails; --time=cpu needs neither");
      continue;
    }
    Expected<std::optional<uint64_t>> Second = instructions(By);
    if (!Second)
      return Second.takeError();
    State.Clock = By;
    State.Start.Time = *First;
    State.Noise.Time = *Second ? AbsoluteDifference(**First, **Second) : 0;
    return Error::success();
  }
  if (!Any && Wanted != TameTime::Cpu)
    return Error::success();
  State.Clock = TameClock::Cpu;
  Expected<std::optional<uint64_t>> Cpu = cpuOfRun();
  if (!Cpu)
    return Cpu.takeError();
  State.Start.Time = *Cpu;
  return Error::success();
}

Error TameTimer::beforeBuild() {
  return State.Clock == TameClock::Cpu ? Binaries.save() : Error::success();
}

/// Runs of both builds alternate, in changing order: what the machine does
/// meanwhile hits both.
Expected<std::string> TameTimer::judgeByRuns(TameNumbers &After) {
  constexpr uint64_t Long = 20;
  const size_t Rounds = State.RunSeconds > Long ? 5 : 7;
  std::vector<double> Times[2]; // Of the build before, and of the newer one.
  bool IsBefore = false;
  State.Swapping = true;
  if (Error E = saveTameState(Folder.file("state.json"), State))
    return std::move(E);
  for (size_t Run = 0; Run != 2 * Rounds; ++Run) {
    // New, old, old, new, new, ...
    const bool WantBefore = (Run + 1) / 2 % 2;
    if (WantBefore != IsBefore)
      if (Error E = Binaries.exchange())
        return std::move(E);
    IsBefore = WantBefore;
    Expected<std::optional<uint64_t>> Cpu = cpuOfRun();
    if (!Cpu)
      return Cpu.takeError();
    if (*Cpu)
      Times[!IsBefore].push_back(double(**Cpu));
  }
  if (IsBefore)
    if (Error E = Binaries.exchange())
      return std::move(E);
  State.Swapping = false;
  if (Times[0].empty() || Times[1].empty())
    return "";
  const double Before = medianOf(Times[0]), Now = medianOf(Times[1]);
  if (Before <= 0)
    return "";
  // The machine is not as it was at the start: what counts is the quotient.
  if (State.Now.Time)
    After.Time = uint64_t(double(*State.Now.Time) * Now / Before);
  const double More = 100 * (Now / Before - 1);
  const double Likely = rankTest(Times[0], Times[1]);
  if (More <= MostCpu || Likely >= LeastLikely)
    return "";
  return "it takes " + formatPercent(More) + " more processor time (" +
         formatv("p = {0:F3}", Likely).str() + ", " +
         formatNumberOf(Rounds, "pair") + " of runs)";
}

Expected<std::string> TameTimer::judge(TameNumbers &After) {
  if (State.Clock == TameClock::None)
    return "";
  if (State.Clock == TameClock::Cpu)
    return judgeByRuns(After);
  if (Error E = instructions(State.Clock).moveInto(After.Time))
    return std::move(E);
  if (!After.Time || !State.Now.Time)
    return "";
  const double Limit = double(*State.Now.Time) * (1 + MostInstructions / 100) +
                       double(State.Noise.Time.value_or(0));
  if (double(*After.Time) <= Limit)
    return "";
  return "it takes " +
         formatPercent(100 *
                       (double(*After.Time) / double(*State.Now.Time) - 1)) +
         " more instructions";
}

} // namespace anomalloc

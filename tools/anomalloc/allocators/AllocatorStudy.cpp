//===- AllocatorStudy.cpp - runs a program under several allocators -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "allocators/AllocatorStudy.h"
#include "Support/ElfSymbols.h"
#include "Support/Errors.h"
#include "Support/Numbers.h"
#include "Support/Printable.h"
#include "allocators/MeasuredRun.h"
#include "cli/Messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <cmath>
#include <numeric>
#include <random>
#include <set>

using namespace llvm;

namespace anomalloc {
namespace {

constexpr StringLiteral Placeholder = "{threads}";

std::string replaceAll(std::string Text, StringRef What, StringRef By) {
  for (size_t At = 0;
       (At = Text.find(What.data(), At, What.size())) != std::string::npos;
       At += By.size())
    Text.replace(At, What.size(), By.str());
  return Text;
}

/// The libraries of \p Program that bring a malloc of their own, without that
/// of the C library.
std::vector<std::string> ownAllocators(const RecordedProgram &Program) {
  std::vector<std::string> Own;
  for (const std::string &Path : librariesOf(Program.Image)) {
    StringRef Name = sys::path::filename(Path);
    if (Name.starts_with("libc.so") || Name.starts_with("ld-"))
      continue;
    auto Binary = object::ObjectFile::createObjectFile(Path);
    if (!Binary) {
      consumeError(Binary.takeError());
      continue;
    }
    const auto *Elf = dyn_cast<object::ELFObjectFileBase>(Binary->getBinary());
    if (Elf && definesSymbol(Elf->getDynamicSymbolIterators(), "malloc"))
      Own.push_back(Name.str());
  }
  return Own;
}

/// The first group of the last line that matches, as a number.
Expected<double> metricOf(StringRef Output, Regex &Metric) {
  std::optional<StringRef> Last;
  SmallVector<StringRef, 4> Groups;
  while (!Output.empty()) {
    StringRef Line;
    std::tie(Line, Output) = Output.split('\n');
    if (Metric.match(Line, &Groups) && Groups.size() > 1)
      Last = Groups[1];
  }
  if (!Last)
    return makeError("no line of its output matches --metric");
  double Number;
  std::string Plain = replaceAll(Last->trim().str(), ",", "");
  if (StringRef(Plain).getAsDouble(Number) || !std::isfinite(Number))
    return makeError("--metric found '" + *Last + "', which is no number");
  return Number;
}

/// The end of what a program printed that failed.
std::string lastLineOf(StringRef Output) {
  constexpr size_t Longest = 200;
  return printable(Output.rtrim().rsplit('\n').second.empty()
                       ? Output.rtrim().take_back(Longest)
                       : Output.rtrim().rsplit('\n').second.take_back(Longest));
}

class Runner {
public:
  explicit Runner(const AllocatorStudyRequest &Request)
      : Request(Request), Metric(Request.Metric) {
    S.CommandLine = Request.Line;
    S.Allocators = Request.Allocators;
    S.Repeat = Request.Repeat;
    S.MetricName = Request.Metric;
    std::vector<std::optional<uint64_t>> Threads(Request.Threads.begin(),
                                                 Request.Threads.end());
    if (Threads.empty())
      Threads.push_back(std::nullopt);
    for (std::optional<uint64_t> N : Threads)
      for (size_t A = 0; A != S.Allocators.size(); ++A)
        S.Series.push_back({A, N, {}});
  }

  Expected<Study> run() {
    if (Error E = warmUp())
      return std::move(E);
    const size_t Size = S.Allocators.size();
    std::vector<size_t> Order(Size);
    std::iota(Order.begin(), Order.end(), 0);
    std::mt19937 Random; // The same orders in each study.
    for (uint64_t Round = 0; Round != S.Repeat; ++Round) {
      for (size_t Begin = 0; Begin != S.Series.size(); Begin += Size) {
        std::shuffle(Order.begin(), Order.end(), Random);
        for (size_t I : Order)
          if (Error E = measure(S.Series[Begin + I], Round))
            return std::move(E);
      }
      if (!anyCounts()) {
        if (Round + 1 != S.Repeat)
          tellWarning("no run of the first round counts: the others were not "
                      "begun");
        S.Repeat = Round + 1;
        break;
      }
    }
    addNotes();
    return std::move(S);
  }

private:
  bool anyCounts() const {
    return any_of(S.Series, [](const StudySeries &Its) {
      return any_of(Its.Runs,
                    [](const StudyRun &Run) { return Run.Failure.empty(); });
    });
  }

  MeasuredRequest requestOf(const StudySeries &Its) const {
    MeasuredRequest R;
    R.Path = Request.Program.Path;
    R.Line = Request.Line;
    R.Library = S.Allocators[Its.Allocator].Library;
    R.Input = Request.Input;
    if (!Its.Threads)
      return R;
    const std::string Number = utostr(*Its.Threads);
    for (std::string &Argument : R.Line)
      Argument = replaceAll(Argument, Placeholder, Number);
    for (const std::string &Name : Request.ThreadVariables)
      R.Variables.push_back({Name, Number});
    return R;
  }

  Expected<MeasuredResult> runOnce(const StudySeries &Its) {
    Expected<MeasuredResult> Result = runMeasured(requestOf(Its));
    if (Result && Result->StartError)
      return makeError(
          "cannot run '" + Request.Line[0] + "': " +
          whyNotStarted(Request.Line[0], Request.Program, Result->StartError));
    return Result;
  }

  /// Brings the program into the disk cache; tells how long all will take.
  Error warmUp() {
    double Longest = 0;
    for (uint64_t I = 0; I != Request.Warmup; ++I) {
      Expected<MeasuredResult> Result = runOnce(S.Series.front());
      if (!Result)
        return Result.takeError();
      Longest = Result->Run.Measured[StudyMeasure::Wall];
    }
    const double All = Longest * double(S.Series.size() * S.Repeat);
    if (All > 10e9)
      tell(formatNumberOf(S.Series.size() * S.Repeat, "run") +
           ", which take about " + formatDuration(uint64_t(All)));
    return Error::success();
  }

  std::string nameOf(const StudySeries &Its) const {
    return S.Allocators[Its.Allocator].Name +
           (Its.Threads ? ", " + formatNumberOf(*Its.Threads, "thread") : "");
  }

  Error keepOutput(const StudySeries &Its, uint64_t Round, StringRef Text) {
    if (Request.OutputFolder.empty())
      return Error::success();
    SmallString<128> Path(Request.OutputFolder);
    if (std::error_code E = sys::fs::create_directories(Path))
      return makeError("cannot make the folder '" + Path + "': " + E.message());
    sys::path::append(Path,
                      S.Allocators[Its.Allocator].Name +
                          (Its.Threads ? "-" + utostr(*Its.Threads) : "") +
                          "-" + utostr(Round + 1) + ".txt");
    std::error_code E;
    raw_fd_ostream OS(Path, E);
    if (!E) {
      OS << Text;
      OS.close();
      E = OS.error();
      OS.clear_error();
    }
    return E ? makeError("cannot write '" + Path + "': " + E.message())
             : Error::success();
  }

  Error measure(StudySeries &Its, uint64_t Round) {
    Expected<MeasuredResult> Result = runOnce(Its);
    if (!Result)
      return Result.takeError();
    StudyRun &Run = Result->Run;
    if (Error E = keepOutput(Its, Round, Result->Output))
      return E;
    if (Run.Failure.empty() && !Request.Metric.empty()) {
      if (Expected<double> Number = metricOf(Result->Output, Metric))
        Run.Measured[StudyMeasure::Metric] = *Number;
      else
        Run.Failure = toString(Number.takeError());
    }
    if (!Run.Failure.empty()) {
      std::string Last = lastLineOf(Result->Output);
      tellWarning(nameOf(Its) + ", run " + Twine(Round + 1) + ": " +
                  Run.Failure + "; it does not count" +
                  (Last.empty() ? "" : "; its last line: " + Last));
    }
    for (const std::string &Program : Result->WithoutLibrary)
      Without[Program].insert(S.Allocators[Its.Allocator].Name);
    Its.Runs.push_back(std::move(Run));
    return Error::success();
  }

  void addNotes() {
    for (const auto &[Program, Names] : Without)
      S.Notes.push_back(
          "'" + printable(Program) + "' ran without the library of " +
          join(std::vector<std::string>(Names.begin(), Names.end()), ", ") +
          ": it is linked statically, or its environment was changed");
    std::vector<std::string> Own = ownAllocators(Request.Program);
    if (!Own.empty() && any_of(S.Allocators, [](const Allocator &One) {
          return One.Library.empty();
        }))
      S.Notes.push_back("'glibc' stands for what the program has without "
                        "preloading, and that is the malloc of " +
                        printable(join(Own, ", ")));
    unsigned Most = 1;
    for (const StudySeries &Its : S.Series)
      for (const StudyRun &Run : Its.Runs)
        Most = std::max(Most, Run.MostProcesses);
    if (Most > 1)
      S.Notes.push_back("up to " + formatNumberOf(Most, "process") +
                        " ran at a time: RSS is that of all of them, and "
                        "pages that they share count for each");
  }

  const AllocatorStudyRequest &Request;
  Regex Metric;
  Study S;
  std::map<std::string, std::set<std::string>> Without; ///< By program.
};

} // namespace

std::string whyPreloadingIsLost(const RecordedProgram &Program) {
  StringRef Image = Program.Image;
  if (Program.GainsRights)
    return (Image + " gains rights when it is run (set-user-ID): the system "
                    "preloads nothing into it; study a copy")
        .str();
  switch (Program.Runtime) {
  case Carries::Hopeless:
    return (Image + " is statically linked: preloading an allocator does "
                    "nothing; link it dynamically, or link each allocator into "
                    "a program of its own")
        .str();
  case Carries::OwnAllocator:
    return (Image + " defines malloc itself (an allocator that is linked "
                    "statically, or a sanitizer's): preloading another one "
                    "does nothing; link it without that")
        .str();
  case Carries::OtherMachine:
    return (Image + " is a program of the format " + formatOf(Program.Image) +
            ": the allocators here are for this machine's 64-bit mode")
        .str();
  case Carries::OtherLibrary:
    return (Image + " is linked with another C library than glibc: the "
                    "allocators here cannot be preloaded into it")
        .str();
  default:
    return "";
  }
}

Expected<Study> runStudy(const AllocatorStudyRequest &Request) {
  return Runner(Request).run();
}

} // namespace anomalloc

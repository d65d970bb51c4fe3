//===- AllocatorsCommand.cpp - anomalloc allocators -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/RankTest.h"
#include "Report/allocators/AllocatorsViews.h"
#include "Report/allocators/WhatIfViews.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "allocators/AllocatorStudy.h"
#include "cli/Command.h"
#include "cli/Messages.h"
#include "cli/Terminal.h"
#include "inputs/Inputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"
#include <cerrno>

using namespace llvm;

namespace anomalloc {
namespace {

/// "1,2,4"
Expected<std::vector<uint64_t>> parseThreads(StringRef Text) {
  constexpr uint64_t Most = 65536;
  std::vector<uint64_t> Numbers;
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, ',');
  for (StringRef Part : Parts) {
    uint64_t Number;
    if (Part.trim().getAsInteger(10, Number) || !Number || Number > Most)
      return usageError("'" + Text +
                        "' is no list of numbers of threads, as "
                        "1,2,4");
    if (is_contained(Numbers, Number))
      return usageError("'" + Text + "' has " + Twine(Number) + " twice");
    Numbers.push_back(Number);
  }
  return Numbers;
}

class AllocatorsCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "allocators",
        "run a program under several allocators, and compare",
        "[--] PROGRAM [ARGUMENTS...]",
        "Preloads each allocator into the program in turn, many times, and "
        "compares time, memory and what the program says of itself with those "
        "of the first. The first is the one that the others are measured by: "
        "glibc unless --allocator begins with another.\n\n"
        "A difference is told only if it is more than chance: by Mann and "
        "Whitney's U test, exact and two-sided, at a level of 5 %, corrected "
        "by Holm's method for all comparisons of the study. 'No difference' "
        "means that these runs show none. To see what your machine varies by "
        "itself, name an allocator twice: --allocator=glibc,glibc.\n\n"
        "Runs go in rounds: one run of each allocator after the other, in an "
        "order that chance deals for each round, so that what changes on the "
        "machine meets all alike. Wall time, processor time and page faults "
        "are those of the program and of the children that it waited for. RSS "
        "is that of all its processes, sampled every 2 ms or less often; its "
        "peak is the kernel's number where that is higher.\n\n"
        "What the program prints is not shown: --metric reads a number out of "
        "it, --output=FOLDER keeps it, and of a run that fails the last line "
        "is told. A run that fails does not count; the others go on.\n\n"
        "What LD_PRELOAD has already stays, behind the allocator. A program "
        "that brings its own malloc, or is linked statically, is refused: "
        "preloading does nothing there.\n\n"
        "With --what-if nothing runs: the arguments are profiles, and the "
        "size classes of the five allocators tell how many bytes each would "
        "hand out for their blocks.",
        "anomalloc allocators ./program input\n"
        "anomalloc allocators --allocator=glibc,jemalloc,./libmine.so "
        "--repeat=20 ./program\n"
        "anomalloc allocators --threads=1,2,4 --metric='([0-9.]+) events/s' "
        "--svg=study.svg -- ./program --workers={threads}\n"
        "anomalloc allocators --allocator=glibc,glibc ./program\n"
        "anomalloc allocators --what-if program.4711.anomalloc",
        "exit code: 0 if all runs count, whatever they show; 1 if one failed "
        "or the program cannot be studied; 2 a wrong command line",
        /*PassesArguments=*/true};
  }

  void addOptions(OptionSet &O) override {
    O.text("allocator", "LIST",
           "the allocators, with commas between: names or paths of libraries "
           "(those of the names that are installed)",
           List);
    std::vector<OptionWord> Words;
    for (const KnownAllocator &One : knownAllocators())
      Words.push_back({One.Id.str(), One.Title.str()});
    O.suggest(std::move(Words), /*IsList=*/true);
    O.number("repeat", "runs of each allocator, 1 to 100 (10)", Repeat);
    O.number("warmup", "runs before that, which do not count (1)", Warmup);
    O.text("metric", "REGEX",
           "a number that the program prints, larger if better: the first "
           "group, in the last line that matches",
           Metric);
    O.custom("threads", "LIST",
             "numbers of threads, with commas between: they go to the "
             "variables below, and stand for {threads} in ARGUMENTS",
             [this](StringRef Text) -> Error {
               Expected<std::vector<uint64_t>> Parsed = parseThreads(Text);
               if (!Parsed)
                 return Parsed.takeError();
               Threads = std::move(*Parsed);
               return Error::success();
             });
    O.custom("threads-env", "NAME",
             "the environment variable that tells the program their number; "
             "may come again (OMP_NUM_THREADS, OPENBLAS_NUM_THREADS, "
             "MKL_NUM_THREADS)",
             [this](StringRef Text) -> Error {
               if (Text.empty() || Text.contains('='))
                 return usageError("'" + Text +
                                   "' is no name of an environment variable");
               ThreadVariables.push_back(Text.str());
               return Error::success();
             });
    O.text("input", "FILE", "the standard input of each run (none)", Input);
    O.text("output", "FOLDER", "keep what each run prints, in files here",
           OutputFolder);
    O.flag("what-if",
           "read profiles, and tell what each allocator would hand out for "
           "their blocks",
           WhatIfAsked);
    O.flag("json", "print JSON, with every run", Json);
    O.flag("csv", "print the runs as CSV", Csv);
    O.text("svg", "FILE", "draw a picture", Svg);
    Terminal.addOptions(O);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override;

private:
  Expected<int> tellWhatIf(ArrayRef<StringRef> Profiles) const;
  Error fill(AllocatorStudyRequest &R, ArrayRef<StringRef> Arguments) const;

  std::string List, Metric, Input, OutputFolder, Svg;
  std::optional<uint64_t> Repeat, Warmup;
  std::vector<uint64_t> Threads;
  std::vector<std::string> ThreadVariables;
  bool WhatIfAsked = false, Json = false, Csv = false;
  TerminalOptions Terminal;
};

Error AllocatorsCommand::fill(AllocatorStudyRequest &R,
                              ArrayRef<StringRef> Arguments) const {
  R.Repeat = Repeat.value_or(R.Repeat);
  if (R.Repeat < 1 || R.Repeat > LargestSample)
    return usageError("--repeat is 1 to " + Twine(LargestSample));
  R.Warmup = Warmup.value_or(R.Warmup);
  if (!Metric.empty()) {
    Regex Parsed(Metric);
    std::string Why;
    if (!Parsed.isValid(Why))
      return usageError("--metric: " + Why);
    if (!Parsed.getNumMatches())
      return usageError("--metric has no group: put the number into "
                        "parentheses, as in '([0-9.]+) events'");
  }
  R.Metric = Metric;
  R.Threads = Threads;
  if (Threads.empty() && !ThreadVariables.empty())
    return usageError("--threads-env needs --threads=1,2,4");
  R.ThreadVariables = ThreadVariables;
  if (ThreadVariables.empty())
    R.ThreadVariables = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS",
                         "MKL_NUM_THREADS"};
  R.Input = Input;
  R.OutputFolder = OutputFolder;
  for (StringRef A : Arguments)
    R.Line.push_back(A.str());
  if (Threads.empty() &&
      any_of(Arguments, [](StringRef A) { return A.contains("{threads}"); }))
    return usageError("{threads} stands for the numbers of --threads=1,2,4, "
                      "which is not there");
  if (List.empty()) {
    std::vector<std::string> Missing;
    R.Allocators = installedAllocators(Missing);
    for (StringRef Name : Missing)
      tell(Name + " is not installed, and left out (Debian's package " +
           findKnownAllocator(Name)->Package + ")");
    return Error::success();
  }
  Expected<std::vector<Allocator>> Resolved = resolveAllocators(List);
  if (!Resolved)
    return Resolved.takeError();
  R.Allocators = std::move(*Resolved);
  return Error::success();
}

Expected<int>
AllocatorsCommand::tellWhatIf(ArrayRef<StringRef> Profiles) const {
  if (Profiles.empty())
    return usageError("--what-if reads profiles: name one");
  if (!List.empty() || Repeat || Warmup || !Metric.empty() ||
      !Threads.empty() || !Svg.empty() || Csv || !OutputFolder.empty())
    return usageError("--what-if runs nothing: of the options it takes --json "
                      "and those of the terminal alone");
  Expected<std::unique_ptr<Profile>> P = readInputs(Profiles, {});
  if (!P)
    return P.takeError();
  const WhatIf W = computeWhatIf(**P);
  if (Json)
    writeJsonWhatIf(outs(), W);
  else
    writeTextWhatIf(outs(), W, Terminal.startOutput());
  return ExitSuccess;
}

Expected<int> AllocatorsCommand::run(ArrayRef<StringRef> Arguments) {
  if (WhatIfAsked)
    return tellWhatIf(Arguments);
  if (Arguments.empty())
    return usageError("no program to run");
  if (Json && Csv)
    return usageError("--json and --csv: choose one");
  AllocatorStudyRequest Request;
  if (Error E = fill(Request, Arguments))
    return std::move(E);
  Request.Program = lookAtProgram(Arguments[0]);
  if (Request.Program.Path.empty())
    return makeError("cannot run '" + Arguments[0] + "': " +
                     whyNotStarted(Arguments[0], Request.Program, ENOENT));
  const bool Preloads = any_of(Request.Allocators, [](const Allocator &One) {
    return !One.Library.empty();
  });
  if (std::string Why = whyPreloadingIsLost(Request.Program);
      !Why.empty() && Preloads)
    return makeError(Why);

  Expected<Study> S = runStudy(Request);
  if (!S)
    return S.takeError();
  const StudyVerdict Verdict = judge(*S);
  if (!Svg.empty())
    if (Error E = writeWholeFile(Svg, [&](raw_ostream &OS) {
          writeSvgAllocators(OS, *S);
          return Error::success();
        }))
      return std::move(E);
  if (Json)
    writeJsonAllocators(outs(), *S, Verdict);
  else if (Csv)
    writeCsvAllocators(outs(), *S);
  else
    writeTextAllocators(outs(), *S, Verdict, Terminal.startOutput());
  const bool AllCount = all_of(S->Series, [](const StudySeries &Its) {
    return all_of(Its.Runs,
                  [](const StudyRun &Run) { return Run.Failure.empty(); });
  });
  return AllCount ? ExitSuccess : ExitBadInput;
}

RegisterCommand<AllocatorsCommand> RegisterAllocators;

} // namespace
} // namespace anomalloc

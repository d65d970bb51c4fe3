//===- RecordCommand.cpp - anomalloc record -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Errors.h"
#include "Support/ShellQuote.h"
#include "cli/Command.h"
#include "cli/Layout.h"
#include "cli/Messages.h"
#include "cli/RuntimeFlags.h"
#include "compile/ElfProbe.h"
#include "page/ReportPage.h"
#include "record/AttachedRun.h"
#include "record/ChildProcess.h"
#include "record/KeptProfiles.h"
#include "record/ModeChoice.h"
#include "record/OutputPattern.h"
#include "record/PackedProfile.h"
#include "record/PreloadedParts.h"
#include "record/ProfilePlace.h"
#include "record/RecordNotes.h"
#include "record/RecordedProgram.h"
#include "record/SiteChoice.h"
#include "record/UnrecordedProcesses.h"
#include "record/WrittenPrograms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>

using namespace llvm;

namespace anomalloc {
namespace {

constexpr char OptionsVariable[] = "ANOMALLOC_OPTIONS";

std::string getEnvironment(const char *Name) {
  const char *Value = getenv(Name);
  return Value ? Value : "";
}

class RecordCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "record",
        "run a program and record its allocations",
        "[--] PROGRAM [ARGUMENTS...] | --pid=PID",
        "Runs the program with the options below, which go to the runtime "
        "in ANOMALLOC_OPTIONS, and says which profiles were written. A "
        "program that was built with 'anomalloc c++' carries the runtime; "
        "into any other the runtime is preloaded. Such a program of your own "
        "is recorded with stacks, unless you choose a mode: its sites and its "
        "lines are then found in the binary, by the stacks and its debug "
        "information (-g). Of a program that was built so in part, dark "
        "allocations are recorded with stacks, and sites by counts alone."
        "\n\n"
        "Each process writes a profile of its own. Without --output the "
        "program's stands in the current folder, and those of its children in "
        "a folder beside it, which is this run's alone; 'anomalloc report' "
        "reads folders, too. Where several programs ran, as for a script or a "
        "libtool wrapper, each is named with its allocations, and which line "
        "reads the one that has sites. With --main-only its children are not "
        "recorded: behind a launcher (timeout) write 'anomalloc record' "
        "directly before the program."
        "\n\n"
        "The ranks of an MPI program put their profiles together in "
        "MPI_Finalize, in that of rank 0, unless --each-rank is given. "
        "'anomalloc record' stands before the launcher, or behind it, directly "
        "before the program."
        "\n\n"
        "The mode trace writes every event, in order, to a file beside the "
        "profile, with .trace behind its name; keep both together."
        "\n\n"
        "With --sample=RATE, stacks, lifetimes and events are recorded of "
        "some blocks only, which are drawn at random; every allocation is "
        "counted none the less. This costs a program little, so that it can "
        "always be on. With --sample=auto, that is a block in 64 KiB at first; "
        "when samples take more than 1 % of the processor's time, the rate is "
        "doubled."
        "\n\n"
        "An allocator in LD_PRELOAD stays the program's; the runtime is put "
        "before it."
        "\n\n"
        "With --pid, a process is recorded that runs already. It must be a "
        "program of x86-64 with glibc 2.34 or newer. If it was started under "
        "'anomalloc record', and so records counts, it records more for a "
        "while, to a profile of its own; else it must not be instrumented. Its "
        "children are not recorded, and there is no mode trace."
        "\n\n"
        "Options end at the program's name: what follows is the program's. A "
        "note names what is spelled like an option of record.",
        "anomalloc record ./program --its-own-option\n"
        "anomalloc record --mode=stacks --site=mesh.cpp:17 ./program\n"
        "anomalloc record --mode=lifetime+stacks ./program\n"
        "anomalloc record --mode=trace ./program\n"
        "anomalloc record --sample=auto ./program\n"
        "anomalloc record --pid=4711 --for=10s --mode=lifetime+stacks\n"
        "mpirun -n 4 anomalloc record ./program",
        "exit code: that of the program, or 128 + n if signal n ended it; "
        "126 or 127 if it could not be run or found; 1 if it was not run "
        "because no profile can be written; 2 a wrong command line",
        /*PassesArguments=*/true};
  }

  void addOptions(OptionSet &Options) override {
    addRuntimeFlags(Options, Added);
    Sites.addOptions(Options);
    Running.addOptions(Options);
    Options.flag("html",
                 "once the program has ended, write the report as a page for "
                 "a browser, beside its profile (anomalloc html)",
                 Html);
    Options.flag("keep-going",
                 "run the program even if no profile can be "
                 "written, or only a part of one",
                 KeepGoing);
    Options.flag("pack",
                 "once the program has ended, write its profiles as merge "
                 "does: smaller, and with the names of its libraries (not "
                 "that of a trace)",
                 Pack);
    Options.flag("openmp",
                 "each parallel region of OpenMP is a section, in the threads "
                 "of its team (libomp, libgomp)",
                 Parts.OpenMP);
    Options.flag("regions",
                 "regions that the program names for Kokkos, Caliper, Score-P, "
                 "NVTX, ITT, LIKWID or PAPI are sections",
                 Parts.Regions);
    Options.flag("devices",
                 "see accelerators' functions also in libraries that the "
                 "program loads as it runs, as those of Python; where it is "
                 "linked with them, that is so without this flag",
                 Parts.Devices);
    Options.flag("quiet",
                 "do not say which profiles were written, unless the name "
                 "was taken",
                 Quiet);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override;

private:
  Expected<std::string> gatherOptions(const RecordedProgram &Program,
                                      StringRef Name);
  Expected<int> runAttached(ArrayRef<StringRef> Arguments);
  void tellHandedOn(ArrayRef<StringRef> OfProgram);

  std::string Added; ///< What the flags add to ANOMALLOC_OPTIONS.
  SiteChoice Sites;
  AttachedRun Running;
  bool KeepGoing = false;
  bool Pack = false;
  bool Quiet = false;
  bool Html = false;
  PreloadedParts Parts;
  StackChoice Stacks; ///< Nobody asked for them.
};

Expected<std::string>
RecordCommand::gatherOptions(const RecordedProgram &Program, StringRef Name) {
  std::string Options = getEnvironment(OptionsVariable);
  if (!Options.empty() && !Added.empty())
    Options += ':';
  Options += Added;
  if (Error E = chooseSampledMode(Options))
    return std::move(E);
  Stacks = chooseStacks(Options, Program);
  if (Sites.empty() && Stacks.Of == StackChoice::None)
    Stacks = chooseDarkStacks(Options, Program);
  if (Sites.hasDark())
    appendOption(Options, "dark", "1");
  if (!Sites.empty()) {
    Mode M = modeIn(Options);
    if (!M.detailed())
      return usageError("--site chooses what modes record beside the counts; "
                        "the mode is " +
                        Twine(nameOf(M).Text));
  }
  if (Sites.hasSites()) {
    Expected<std::string> File = Sites.write(Name);
    if (!File)
      return File.takeError();
    appendOption(Options, "site_selection", *File);
  }
  return Options;
}

/// Whoever writes them behind the program may have meant them for us.
void RecordCommand::tellHandedOn(ArrayRef<StringRef> OfProgram) {
  OptionSet Known;
  addOptions(Known);
  for (StringRef Argument : OfProgram) {
    if (Argument == "--")
      return;
    StringRef Name = Argument.split('=').first;
    if (Name.consume_front("--") &&
        any_of(Known.options(),
               [&](const Option &O) { return O.Name == Name; }))
      tell("note: " + Argument + " stands behind the program's name and is " +
           "handed to the program; options of record's own stand before it");
  }
}

void waitForKeepers(const WrittenProfiles &Written) {
  for (const auto *List : {&Written.Files, &Written.InChildFolder})
    for (StringRef Path : *List)
      waitForKeeper(Path);
}

void pack(const WrittenProfiles &Written, pid_t Ended) {
  for (const auto *List : {&Written.Files, &Written.InChildFolder})
    for (StringRef Path : *List)
      if (Error E = packProfile(Path, Ended))
        tellWarning(toString(std::move(E)) +
                    "; the profile stays as the program wrote it");
}

Expected<int> RecordCommand::runAttached(ArrayRef<StringRef> Arguments) {
  if (!Arguments.empty())
    return usageError("--pid stands in place of a program: '" + Arguments[0] +
                      "' is one too many");
  if (!Sites.empty())
    return usageError("--site has no meaning with --pid: sites are chosen "
                      "before a program begins");
  if (modeIn(Added).has(Mode::Trace))
    return usageError("--pid has no mode trace: a trace begins with the first "
                      "block; take --mode=lifetime+stacks");
  if (optionValue(Added, "signal") != "0")
    return usageError("--signal has no meaning with --pid: the process's own "
                      "handlers stay");
  if (Parts.OpenMP)
    return usageError("--openmp goes with a program that starts: the library "
                      "of OpenMP asks for tools when it begins");
  if (Parts.Regions)
    return usageError("--regions has no meaning with --pid: a program looks for "
                      "tools that hear its regions when it begins");
  if (Pack)
    return usageError("--pack goes with a program that ends; with --pid, use "
                      "'anomalloc merge' afterwards");
  if (Error E = chooseSampledMode(Added))
    return std::move(E);
  return Running.record(Added, Quiet, Html);
}

Expected<int> RecordCommand::run(ArrayRef<StringRef> Arguments) {
  if (Error E = Running.check())
    return std::move(E);
  if (Running.isWanted())
    return runAttached(Arguments);
  if (Arguments.empty())
    return usageError("no program to run");
  auto CannotRun = [&](const RecordedProgram &Program, int Error) {
    tellError(makeError("cannot run '" + Arguments[0] +
                        "': " + whyNotStarted(Arguments[0], Program, Error)));
  };
  RecordedProgram Program = lookAtProgram(Arguments[0]);
  if (Program.Path.empty()) {
    CannotRun(Program, ENOENT);
    return 127;
  }
  if (!Quiet)
    tellHandedOn(Arguments.drop_front());
  Expected<std::string> Options = gatherOptions(Program, Arguments[0]);
  if (!Options)
    return Options.takeError();
  bool Enabled = optionValue(*Options, "enabled") != "0";
  ProfilePlace Place(*Options, Program.Image);
  bool Told = false;
  if (Enabled) {
    if (Error E = Place.check()) {
      if (!KeepGoing)
        return makeError(toString(std::move(E)) +
                         "; the program was not run: choose another place with "
                         "--output, or go on without a profile: --keep-going");
      tellWarning(toString(std::move(E)));
      Told = true;
    }
    if (!Program.Obstacle.empty()) {
      tellWarning(Program.Obstacle);
      Told = true;
    }
  }
  if (Html)
    if (Error E = ReportPage::checkTemplate())
      return makeError(toString(std::move(E)) +
                       "; the program was not run: leave out --html");
  Parts.Quiet = Quiet;
  if (Error E = preloadAll(Program, Arguments[0], *Options, Parts))
    return std::move(E);

  std::vector<std::string> Line;
  for (StringRef A : Arguments)
    Line.push_back(A.str());
  uint64_t Since = coarseNow();
  UnrecordedProcesses Silent;
  if (!Silent.socketName().empty())
    appendOption(*Options, "unrecorded", Silent.socketName());
  ChildResult Result = runChild(Program.Path, Line, [&](pid_t Id) {
    Place.addOptions(*Options, Id);
    setenv(OptionsVariable, Options->c_str(), 1);
  });
  if (Result.StartError) {
    CannotRun(Program, Result.StartError);
    return Result.Code;
  }
  if (Result.Signal)
    tell("the program was ended by signal " + Twine(Result.Signal) + " (" +
         strsignal(Result.Signal) + ")");
  WrittenProfiles Written = Place.find(Result.Id, Since);
  waitForKeepers(Written);
  Silent.hear();
  // The one file of ranks is as old as the first of them, whenever ours began.
  if (!Silent.putTogether().empty())
    addPutTogether(Written, Place.find(Result.Id, /*Since=*/0), Silent, Quiet);
  // Rank 0 tells of the one file. What has our name is its own, if the name does
  // not tell ranks apart.
  if (Silent.isHandedOn() && Written.InChildFolder.empty())
    return Result.Code;
  if (!Quiet)
    tellLosses(Written, Silent);
  const std::string Own = Place.expanded(utostr(Result.Id));
  if (!Written.Files.empty())
    Silent.addTo(is_contained(Written.Files, Own) ? Own
                                                  : Written.Files.front());
  if (Pack)
    pack(Written, Result.Id);
  if (Html && !Written.empty())
    writePage(Written, Quiet);
  const std::vector<WrittenProgram> Programs = programsOf(Written);
  tellUnrecorded(Programs);
  if (Quiet) {
    tellIfElsewhere(Written, Own);
    return Result.Code;
  }
  if (!Written.empty())
    tellStacksWereChosen(Program, Stacks);
  if (!Written.empty())
    tellWhatWasWritten(Written, Programs, modeIn(*Options), Html);
  else if (!Enabled)
    tell("nothing was recorded: enabled=0");
  else
    tell("no profile was written to " + quoteForShell(Own) + ": " +
         (Told ? "the reason stands above" : whyNothingWasWritten()));
  return Result.Code;
}

RegisterCommand<RecordCommand> RegisterRecord;

} // namespace
} // namespace anomalloc

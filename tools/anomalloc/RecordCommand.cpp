//===- RecordCommand.cpp - anomalloc record -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SizeSet.h"
#include "ChildProcess.h"
#include "Command.h"
#include "ElfProbe.h"
#include "Layout.h"
#include "OutputPattern.h"
#include "Profile/Errors.h"
#include "SiteChoice.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>
#include <ctime>

using namespace llvm;

namespace anomalloc {
namespace {

constexpr char OptionsVariable[] = "ANOMALLOC_OPTIONS";

enum class OptionType { Bool, Number, String, Recording, SizeList };

/// One row of RuntimeOptions.def.
struct RuntimeOption {
  OptionType Type;
  const char *Name;
  const char *Default;
  const char *Help;
};

constexpr OptionType typeOf(StringRef Type) {
  return Type == "bool"        ? OptionType::Bool
         : Type == "number"    ? OptionType::Number
         : Type == "recording" ? OptionType::Recording
         : Type == "sizelist"  ? OptionType::SizeList
                               : OptionType::String;
}

// Defaults are literals of their type; as text they lose their quotes.
#define ANOMALLOC_OPTION(Type, Name, Default, Help)                            \
  {typeOf(#Type), #Name, #Default, Help},
const RuntimeOption RuntimeOptions[] = {
#include "anomalloc/RuntimeOptions.def"
};

constexpr StringRef Modes[] = {
#define ANOMALLOC_MODE(Name, Stacks, Lifetime) Name,
#include "anomalloc/RuntimeOptions.def"
};

bool recordsStacks(StringRef ModeName) {
#define ANOMALLOC_MODE(Name, Stacks, Lifetime)                                 \
  if (ModeName == Name)                                                        \
    return Stacks;
#include "anomalloc/RuntimeOptions.def"
  return false;
}

/// The runtime reads plain numbers.
std::string rangesAsText(const SizeSet &Sizes) {
  std::vector<std::string> Ranges;
  for (auto [First, Last] : Sizes.ranges())
    Ranges.push_back(utostr(First) + "-" + utostr(Last));
  return join(Ranges, ",");
}

/// The flag of an option: "usable_sizes" is --usable-sizes.
std::string flagName(StringRef Name) {
  std::string Flag = Name.str();
  std::replace(Flag.begin(), Flag.end(), '_', '-');
  return Flag;
}

StringRef defaultOf(StringRef Name) {
  for (const RuntimeOption &O : RuntimeOptions)
    if (Name == O.Name)
      return StringRef(O.Default).trim('"');
  return "";
}

std::string getEnvironment(const char *Name) {
  const char *Value = getenv(Name);
  return Value ? Value : "";
}

/// Nanoseconds since the epoch, by the clock that is never ahead of the one by
/// which a runtime that starts after us notes its start.
uint64_t coarseNow() {
  timespec Now;
  clock_gettime(CLOCK_REALTIME_COARSE, &Now);
  return uint64_t(Now.tv_sec) * 1000000000 + Now.tv_nsec;
}

class RecordCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "record",
        "run a program and record its allocations",
        "[--] PROGRAM [ARGUMENTS...]",
        "Runs the program with the options below, which go to the runtime "
        "in ANOMALLOC_OPTIONS, and says which profiles were written. A "
        "program that was built with 'anomalloc c++' carries the runtime; "
        "into any other the runtime is preloaded, and all of its "
        "allocations are dark: counted, and named by library and function."
        "\n\n"
        "An allocator in LD_PRELOAD stays the program's; the runtime is put "
        "before it."
        "\n\n"
        "Options end at the program's name: what follows is the program's.",
        "anomalloc record ./program --its-own-option\n"
        "anomalloc record --mode=stacks --site=mesh.cpp:17 ./program\n"
        "anomalloc record --mode=lifetime+stacks ./program\n"
        "anomalloc record --output=/tmp/%n.%r.anomalloc -- mpirun -n 4 "
        "./program",
        "exit code: that of the program, or 128 + n if signal n ended it; "
        "126 or 127 if it could not be run or found; 2 a wrong command "
        "line",
        /*PassesArguments=*/true};
  }

  void addOptions(OptionSet &Options) override {
    for (const RuntimeOption &O : RuntimeOptions) {
      std::string Help = O.Help;
      if (StringRef Default = StringRef(O.Default).trim('"'); !Default.empty())
        Help += " (" + Default.str() + ")";
      const char *Value = O.Type == OptionType::Bool        ? "[=0|1]"
                          : O.Type == OptionType::Number    ? "N"
                          : O.Type == OptionType::Recording ? "MODE"
                          : O.Type == OptionType::SizeList  ? "LIST"
                                                            : "TEXT";
      Options.custom(flagName(O.Name), Value, Help, [this, &O](StringRef Text) {
        return addRuntimeOption(O, Text);
      });
    }
    Sites.addOptions(Options);
    Options.flag("quiet", "do not say which profiles were written", Quiet);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override;

private:
  Error addRuntimeOption(const RuntimeOption &O, StringRef Text) {
    uint64_t Number;
    if (O.Type == OptionType::Bool) {
      if (Text.empty())
        Text = "1";
      if (Text != "0" && Text != "1")
        return usageError("'" + Text + "' is neither 0 nor 1");
    } else if (O.Type == OptionType::Number && Text.getAsInteger(10, Number)) {
      return usageError("'" + Text + "' is not a number");
    } else if (O.Type == OptionType::Recording && !is_contained(Modes, Text)) {
      return usageError("'" + Text + "' is no mode: write one of " +
                        join(ArrayRef(Modes), ", "));
    } else if (O.Type == OptionType::SizeList) {
      SizeSet Sizes;
      if (Error E = Sizes.parse(Text))
        return usageError(toString(std::move(E)));
      appendOption(Added, O.Name, rangesAsText(Sizes));
      return Error::success();
    }
    appendOption(Added, O.Name, Text);
    return Error::success();
  }
  Error prepareEnvironment(StringRef Program);
  void tellWhatWasWritten(uint64_t Since) const;

  std::string Added; ///< What the flags add to ANOMALLOC_OPTIONS.
  std::string Options;
  SiteChoice Sites;
  bool Quiet = false;
};

Error RecordCommand::prepareEnvironment(StringRef Program) {
  Options = getEnvironment(OptionsVariable);
  if (!Options.empty() && !Added.empty())
    Options += ':';
  Options += Added;
  if (!Sites.empty()) {
    std::string Mode = optionValue(Options, "mode");
    if (Mode.empty() || Mode == defaultOf("mode"))
      return usageError("--site chooses what --mode=stacks and "
                        "--mode=lifetime record; the mode is " +
                        defaultOf("mode"));
    Expected<std::string> File = Sites.write(Program);
    if (!File)
      return File.takeError();
    appendOption(Options, "site_selection", *File);
  }
  if (!Options.empty())
    setenv(OptionsVariable, Options.c_str(), 1);

  Carries Found = Carries::Unknown;
  if (ErrorOr<std::string> Path = sys::findProgramByName(Program))
    Found = probeProgram(*Path);
  if (Found == Carries::Hopeless)
    errs() << "anomalloc: warning: " << Program
           << " is statically linked and was built without Anomalloc: nothing "
              "will be recorded; build it with 'anomalloc c++'\n";
  if (Found == Carries::StaticRuntime || Found == Carries::Hopeless)
    return Error::success();
  // What is preloaded stands before what a program is linked with: an allocator
  // there would keep the runtime from seeing dark allocations.
  std::string Preload = getEnvironment("LD_PRELOAD");
  if (Found == Carries::SharedRuntime && Preload.empty())
    return Error::success();

  Layout L = findLayout();
  if (!sys::fs::exists(L.SharedRuntime))
    return makeError("the runtime is not at " + L.SharedRuntime +
                     ": Anomalloc is not installed completely");
  Preload = L.SharedRuntime + (Preload.empty() ? "" : ":" + Preload);
  setenv("LD_PRELOAD", Preload.c_str(), 1);
  return Error::success();
}

void RecordCommand::tellWhatWasWritten(uint64_t Since) const {
  std::string Pattern = optionValue(Options, "output");
  if (Pattern.empty())
    Pattern = defaultOf("output").str();
  std::vector<std::string> Profiles = findProfiles(Pattern, Since);
  if (Profiles.empty()) {
    errs() << "anomalloc: no profile was written to '" << Pattern
           << "'; run again with --verbose to see why\n";
    return;
  }
  constexpr size_t Shown = 4;
  for (StringRef Path : ArrayRef(Profiles).take_front(Shown))
    errs() << "anomalloc: wrote " << Path << '\n';
  if (Profiles.size() > Shown)
    errs() << "anomalloc: wrote " << Profiles.size() - Shown << " more\n";
  // A glob would read older ones of such names, too: the user sees what.
  const std::string Files =
      Profiles.size() <= Shown ? join(Profiles, " ") : globOfPattern(Pattern);
  errs() << "anomalloc: to read "
         << (Profiles.size() == 1 ? "it" : "them together")
         << ": anomalloc report " << Files << '\n';
  if (recordsStacks(optionValue(Options, "mode")))
    errs() << "anomalloc: who asked: anomalloc callgraph " << Files
           << "\nanomalloc: every stack: anomalloc stacks " << Files << '\n';
}

Expected<int> RecordCommand::run(ArrayRef<StringRef> Arguments) {
  if (Arguments.empty())
    return usageError("no program to run");
  std::vector<std::string> Line;
  for (StringRef A : Arguments)
    Line.push_back(A.str());
  if (Error E = prepareEnvironment(Line[0]))
    return std::move(E);
  uint64_t Since = coarseNow();
  ChildResult Result = runChild(Line);
  if (Result.StartError) {
    errs() << "anomalloc: error: cannot run '" << Line[0]
           << "': " << strerror(Result.StartError) << '\n';
    return Result.Code;
  }
  if (Result.Signal)
    errs() << "anomalloc: the program was ended by signal " << Result.Signal
           << " (" << strsignal(Result.Signal) << ")\n";
  if (!Quiet)
    tellWhatWasWritten(Since);
  return Result.Code;
}

RegisterCommand<RecordCommand> Register;

} // namespace
} // namespace anomalloc

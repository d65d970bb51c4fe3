//===- LintCommand.cpp - anomalloc lint -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Request.h"
#include "Support/Errors.h"
#include "allocators/SizeProbe.h"
#include "anomalloc/ProfileFormat.h"
#include "cli/Command.h"
#include "cli/Layout.h"
#include "cli/Terminal.h"
#include "compile/FindClang.h"
#include "inputs/Inputs.h"
#include "inputs/LintModule.h"
#include "inputs/LintVerdicts.h"
#include "inputs/LintWeights.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include <glob.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

class LintCommand : public Command {
public:
  CommandInfo info() const override;
  void addOptions(OptionSet &O) override;
  Expected<int> run(ArrayRef<StringRef> Arguments) override;

private:
  Error verify() const;
  Error findProfiles();
  Error addProfile();
  void document(OptionSet &O, StringRef Name, lint::Format Format,
                StringRef Help);

  lint::Request R;
  TerminalOptions Terminal;
  std::vector<std::string> Profiles, Objects;
  std::optional<uint64_t> Jobs, MinAllocations;
};

std::vector<OptionWord> checkNames() {
  return {
#define ANOMALLOC_CHECK(ClassName, Name, Severity, Surest, Summary)            \
  {"anomalloc-" Name, ""},
#include "anomalloc/Checks.def"
  };
}

CommandInfo LintCommand::info() const {
  CommandInfo Info = {
      "lint", "find allocation anomalies in the source", "[PATH...]",
      "Runs the Anomalloc checks of clang-tidy over the translation units of a "
      "compilation database, several at a time, and prints each finding once, "
      "even if many units see it in the same header. Paths are sources, "
      "headers and folders; without any, all units are checked. A unit that "
      "does not compile is named and the others are checked all the same.\n\n"
      "With --diff only changed files are checked, and only findings on "
      "changed lines are shown; for a changed header, one unit that includes "
      "it.\n\n"
      "CheckOptions in the project's .clang-tidy files are heeded. See "
      "docs/lint.md for merge requests and continuous integration.",
      "anomalloc lint -p build\n"
      "anomalloc lint -p build src/mesh.cpp include/\n"
      "anomalloc lint -p build --diff origin/main --sarif=lint.sarif\n"
      "anomalloc lint -p build --profile=solver.4711.anomalloc --fix\n"
      "anomalloc lint -p build --verdicts=build/solver"};
  Info.ExitCodes =
      "exit code: 0 nothing found, 1 findings (see --error-on), 2 it could not "
      "run: a wrong command line or environment, 3 some unit could not be "
      "checked, whatever was found in the others";
  Info.FailureCode = lint::CannotRun;
  return Info;
}

void LintCommand::document(OptionSet &O, StringRef Name, lint::Format Format,
                           StringRef Help) {
  O.custom(Name, "FILE", Help, [this, Format](StringRef Path) {
    R.Documents.push_back({Format, Path.str()});
    return Error::success();
  });
}

void LintCommand::addOptions(OptionSet &O) {
  O.group("what is checked");
  O.text("build", "DIR",
         "the folder of compile_commands.json, or that file; also -p DIR "
         "(build, or the current folder)",
         R.Build);
  O.custom("diff", "REF",
           "only lines that differ from the last common ancestor with REF, as "
           "they are on disk",
           [this](StringRef Ref) {
             R.DiffRef = Ref.str();
             return Error::success();
           });
  O.custom("diff-file", "FILE",
           "only lines that this diff changes; '-' is standard input",
           [this](StringRef Path) {
             R.DiffFile = Path.str();
             return Error::success();
           });
  O.text("root", "DIR",
         "the project: findings elsewhere are not shown, and paths in files "
         "are relative to it (the git work tree)",
         R.Root);

  O.group("checks");
  O.text("checks", "GLOBS",
         "checks to run, as clang-tidy takes them (all Anomalloc checks, and "
         "those of clang-tidy that concern allocations)",
         R.Checks);
  O.suggest(checkNames(), /*IsList=*/true);
  O.custom("option", "KEY=VALUE",
           "an option of the checks, as HeapOwningTypes=^Pool$; goes before "
           "those of .clang-tidy",
           [this](StringRef Text) -> Error {
             auto [Key, Value] = Text.split('=');
             if (Key.empty() || !Text.contains('='))
               return usageError("'" + Text + "' is not KEY=VALUE");
             R.CheckOptions[Key.str()] = Value.str();
             return Error::success();
           });
  O.flag("cold-files",
         "check tests, examples, benchmarks and the like as all other files",
         R.ColdFiles);
  O.custom("profile", "FILE",
           "a recorded profile, or lint weights: findings tell what was "
           "measured, the hottest first, and cold lines are left out. Several "
           "profiles are added up: say it again, or FILE with * and ?, or name "
           "more of them among the paths",
           [this](StringRef Path) {
             Profiles.push_back(Path.str());
             return Error::success();
           });
  O.number("min-allocations",
           "with a profile: lines with fewer allocations are cold (1000)",
           MinAllocations);
  O.custom("verdicts", "OBJECT",
           "a program, library or object that 'anomalloc c++' built: findings "
           "tell what the compiler proved of the blocks of their lines, as "
           "'anomalloc sites --verdicts' does; may be given again",
           [this](StringRef Path) {
             Objects.push_back(Path.str());
             return Error::success();
           });
  O.text("clang-tidy", "PATH",
         "the clang-tidy to run, of the LLVM that Anomalloc was built for",
         R.ClangTidy);
  O.number("jobs", "units at a time; also -j N (one for each core)", Jobs);

  O.group("findings");
  O.flag("hints", "show hints too, a line each; with --diff they are anyway",
         R.ShowHints);
  O.text("baseline", "FILE", "leave out the findings in FILE", R.Baseline);
  O.text("write-baseline", "FILE",
         "write all findings to FILE, as known; the exit code is 0 then",
         R.WriteBaseline);
  O.flag("fix", "apply the fixes that are proved, of warnings and hints",
         R.Fix);
  O.choice("error-on", {"any", "none", "new", "high", "medium", "low", "hint"},
           "which findings make the exit code 1: any warning; none; any "
           "warning, and a baseline must be given; warnings of at least that "
           "severity; any warning or hint (any)",
           R.FailOn);

  O.group("output; '-' is standard output, instead of text");
  document(O, "sarif", lint::Format::Sarif, "write SARIF 2.1.0");
  document(O, "gitlab", lint::Format::GitLab,
           "write a code quality report of GitLab");
  document(O, "rdjsonl", lint::Format::Rdjsonl,
           "write diagnostics for reviewdog");
  document(O, "json", lint::Format::Json,
           "write JSON as 'anomalloc schema lint' describes");
  Terminal.addTextOptions(O);
}

Error LintCommand::verify() const {
  if (R.DiffRef && R.DiffFile)
    return usageError("--diff and --diff-file cannot both be given");
  if (!R.WriteBaseline.empty() && (R.DiffRef || R.DiffFile || !R.Paths.empty()))
    return usageError("--write-baseline is of the whole project: it takes no "
                      "paths and no diff");
  if (!R.WriteBaseline.empty() && R.Fix)
    return usageError("--fix changes what --write-baseline would write: run "
                      "one after the other");
  if (R.FailOn == lint::ErrorOn::New && R.Baseline.empty())
    return usageError("--error-on=new needs --baseline=FILE");
  size_t OnStandardOutput = 0;
  for (const auto &[Format, Path] : R.Documents)
    OnStandardOutput += Path == "-";
  if (OnStandardOutput > 1)
    return usageError("only one document can go to standard output");
  if (Jobs && !*Jobs)
    return usageError("--jobs: at least 1");
  return Error::success();
}

/// Makes files of patterns, which no shell expands behind "--profile=". What it
/// makes of "--profile *.anomalloc" are a profile and paths.
Error LintCommand::findProfiles() {
  if (Profiles.empty())
    return Error::success();
  std::vector<std::string> Found;
  for (std::string &Path : Profiles) {
    if (sys::fs::exists(Path) ||
        StringRef(Path).find_first_of("*?[") == StringRef::npos) {
      Found.push_back(std::move(Path));
      continue;
    }
    glob_t Matches;
    if (int Failed = glob(Path.c_str(), 0, nullptr, &Matches)) {
      globfree(&Matches);
      return makeError(Failed == GLOB_NOMATCH ? "no file matches '" + Path + "'"
                                              : "cannot look for " + Path);
    }
    for (size_t I = 0; I != Matches.gl_pathc; ++I)
      Found.push_back(Matches.gl_pathv[I]);
    globfree(&Matches);
  }
  auto IsProfile = [](const std::string &Path) {
    if (!sys::fs::is_regular_file(Path))
      return false;
    constexpr StringRef Magic(format::FileMagic, sizeof(format::FileMagic));
    auto Begin = MemoryBuffer::getFileSlice(Path, Magic.size(), /*Offset=*/0);
    return Begin && (*Begin)->getBuffer() == Magic;
  };
  copy_if(R.Paths, std::back_inserter(Found), IsProfile);
  erase_if(R.Paths, IsProfile);
  Profiles = std::move(Found);
  return Error::success();
}

/// Lint weights are taken as they are, profiles are added up.
Error LintCommand::addProfile() {
  if (Profiles.empty())
    return Error::success();
  auto First = MemoryBuffer::getFile(Profiles[0]);
  if (First && (*First)->getBuffer().ltrim().starts_with("{")) {
    if (Profiles.size() > 1)
      return usageError("--profile: lint weights cannot be added up; name the "
                        "profiles they are of");
    R.WriteWeights = [Text = std::shared_ptr<MemoryBuffer>(std::move(*First))](
                         raw_ostream &OS) {
      OS << Text->getBuffer();
      return Error::success();
    };
    return Error::success();
  }
  std::vector<StringRef> Names(Profiles.begin(), Profiles.end());
  Expected<std::unique_ptr<Profile>> P = readInputs(Names, {});
  if (!P)
    return P.takeError();
  measureCosts(**P, chooseAllocator(**P, ""));
  R.WriteWeights =
      [P = std::shared_ptr<Profile>(std::move(*P))](raw_ostream &OS) {
        writeLintWeights(OS, *P, /*WithTexts=*/false); // lint moves lines
        return Error::success();
      };
  return Error::success();
}

Expected<int> LintCommand::run(ArrayRef<StringRef> Arguments) {
  for (StringRef Path : Arguments)
    R.Paths.push_back(Path.str());
  if (Error E = findProfiles())
    return std::move(E);
  if (Error E = verify())
    return std::move(E);
  if (Error E = addProfile())
    return std::move(E);
  Expected<std::vector<lint::LineVerdict>> Verdicts = readLineVerdicts(Objects);
  if (!Verdicts)
    return Verdicts.takeError();
  R.Verdicts = std::move(*Verdicts);
  // Asked for by name, what .clang-tidy files say does not matter.
  if (R.ColdFiles)
    R.CheckOptions["ColdFiles"] = "";
  if (MinAllocations)
    R.CheckOptions["MinAllocations"] = std::to_string(*MinAllocations);
  Layout L = findLayout();
  R.Module = L.TidyModule;
  R.IncludeDir = L.IncludeDir;
  R.DocDir = L.DocDir;
  R.Majors = L.majorsWith(L.TidyModule);
  R.LLVMPrograms = sys::path::parent_path(compilerPath(L, Compiler::Clang)).str();
  R.Version = ANOMALLOC_VERSION;
  R.Jobs =
      Jobs ? unsigned(*Jobs) : hardware_concurrency().compute_thread_count();
  TextStyle Style = Terminal.style();
  R.Color = Style.Color;
  R.Width = Style.Width;
  R.StartOutput = [this] { Terminal.startOutput(); };
  R.ShowProgress = errs().is_displayed();
  return runLintModule(L.LintModule, R);
}

RegisterCommand<LintCommand> RegisterLint;

} // namespace
} // namespace anomalloc

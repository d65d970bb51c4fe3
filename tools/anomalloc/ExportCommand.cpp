//===- ExportCommand.cpp - anomalloc export -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Inputs.h"
#include "LintWeights.h"
#include "Messages.h"
#include "Profile/Errors.h"
#include "Report/EventTable.h"
#include "Report/WholeFile.h"
#include "TableExport.h"
#include "Weights/EditorPlace.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// A format that profiles are written in for other programs.
struct ExportFormat {
  using Writer = std::function<Error(raw_ostream &)>;
  const char *Name;
  Expected<Writer> (*Open)(ArrayRef<StringRef> Paths,
                           const InputOptions &Inputs);
  /// In place of Open: several files into a folder.
  Error (*WriteFolder)(StringRef Folder, ArrayRef<StringRef> Paths,
                       const InputOptions &Inputs);
};

Expected<ExportFormat::Writer> openWeights(ArrayRef<StringRef> Paths,
                                           const InputOptions &Inputs) {
  Expected<std::unique_ptr<Profile>> P = readInputs(Paths, Inputs);
  if (!P)
    return P.takeError();
  return [P = std::shared_ptr<Profile>(std::move(*P))](raw_ostream &OS) {
    writeLintWeights(OS, *P, /*WithTexts=*/true);
    return Error::success();
  };
}

Expected<ExportFormat::Writer> openEvents(ArrayRef<StringRef> Paths,
                                          const InputOptions &) {
  if (Paths.size() != 1)
    return usageError("events are those of one profile: name one");
  Expected<std::unique_ptr<TracedProfile>> P = TracedProfile::open(Paths[0]);
  if (!P)
    return P.takeError();
  return [P = std::shared_ptr<TracedProfile>(std::move(*P))](raw_ostream &OS) {
    return writeEventTable(
        OS, *P, [](const std::string &Missing) { tellWarning(Missing); });
  };
}

constexpr ExportFormat Formats[] = {
    {"lint-weights", openWeights, nullptr},
    {"csv", nullptr, writeTables},
    {"events", openEvents, nullptr},
};

class ExportCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "export", "write profiles in a format of other programs",
        "{--format=FORMAT|--editor} PROFILE...",
        "lint-weights: what each source line allocated in all profiles, "
        "as JSON that the "
        "option Profile of the clang-tidy checks reads; see "
        "docs/lint-weights.md. 'anomalloc lint --profile' does that by "
        "itself.\n\n"
        "csv: tables of sites, counts, stacks and lifetimes, one file each, "
        "for DuckDB, pandas or Spark. --output names the folder for them. "
        "Each profile keeps its own rows; see docs/csv.md.\n\n"
        "events: every allocation and free of one profile that was "
        "recorded with --mode=trace, a line of CSV each, in order. A block "
        "is known by its maker (a thread's lane) and its number there. An "
        "event's time lies between two points that the trace tells.\n\n"
        "--editor is the same for anomalloc-clangd: it writes "
        ".anomalloc/weights.json in the current folder, which should be "
        "the project's or its build folder; see docs/editors.md.",
        "anomalloc export --format=csv --output=tables rank-*.anomalloc\n"
        "anomalloc export --editor program.*.anomalloc"};
  }

  void addOptions(OptionSet &O) override {
    std::vector<std::string> Names;
    for (const ExportFormat &F : Formats)
      Names.push_back(F.Name);
    O.choice("format", Names, "what to write", Format);
    O.text("output", "FILE",
           "the file to write (standard output), or the folder; also -o FILE",
           Output);
    O.flag("editor",
           "write lint weights to .anomalloc/weights.json, where an editor's "
           "anomalloc-clangd finds them",
           ForEditor);
    Inputs.addOptions(O);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (ForEditor && (Format || Output != "-"))
      return usageError("--editor says the format and the file; leave out "
                        "--format and --output");
    if (ForEditor)
      Format = 0;
    if (!Format)
      return usageError(Twine("no format: say --format=") + Formats[0].Name);
    if (auto *Write = Formats[*Format].WriteFolder) {
      if (Output == "-")
        return usageError("--format=csv writes several files: say "
                          "--output=FOLDER");
      if (Error E = Write(Output, Arguments, Inputs))
        return std::move(E);
      return ExitSuccess;
    }
    Expected<ExportFormat::Writer> Write =
        Formats[*Format].Open(Arguments, Inputs);
    if (!Write)
      return Write.takeError();
    if (ForEditor) {
      if (std::error_code EC = sys::fs::create_directory(EditorFolder))
        return inContext(EditorFolder, errorCodeToError(EC));
      Output = std::string(EditorFolder) + "/" + EditorWeights;
    }
    if (Error E = writeWholeFile(Output, *Write))
      return std::move(E);
    return ExitSuccess;
  }

private:
  std::optional<size_t> Format;
  std::string Output = "-";
  bool ForEditor = false;
  InputOptions Inputs;
};

RegisterCommand<ExportCommand> Register;

} // namespace
} // namespace anomalloc

//===- ExportCommand.cpp - anomalloc export -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Views.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "Weights/EditorPlace.h"
#include "cli/Command.h"
#include "cli/Messages.h"
#include "exports/StackExports.h"
#include "exports/TableExport.h"
#include "inputs/AnalysisInputs.h"
#include "inputs/Inputs.h"
#include "inputs/LintWeights.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace anomalloc {
namespace {

class ExportCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "export", "write profiles in a format of other programs",
        "{--format=FORMAT|--editor} PROFILE...",
        "Several profiles are added up; csv keeps the rows of each. "
        "docs/export.md says how to open each format.\n\n"
        "Formats of stacks hold the calling stacks that --mode=stacks "
        "records. Where there are none, a site has its inlined functions "
        "instead. Their sums are those of the report: what no site made stands "
        "below '[dark allocations]'. Blocks of pools are left out.\n\n"
        "lint-weights is what the option Profile of the clang-tidy checks "
        "reads. 'anomalloc lint --profile' does that by itself. --editor is "
        "the same for anomalloc-clangd: it writes .anomalloc/weights.json in "
        "the current folder, which should be the project's or its build "
        "folder; see docs/editors.md.\n\n"
        "csv writes several files: --output names the folder for them.\n\n"
        "events are those of one profile that was recorded with --mode=trace. "
        "A block is known by its maker (a thread's lane) and its number there. "
        "An event's time lies between two points that the trace tells.",
        "anomalloc export --format=csv --output=tables rank-*.anomalloc\n"
        "anomalloc export --format=folded --measure=bytes -o bytes.folded "
        "*.anomalloc\n"
        "anomalloc export --editor program.*.anomalloc"};
  }

  void addOptions(OptionSet &O) override;
  Expected<int> run(ArrayRef<StringRef> Arguments) override;

private:
  Error write(const ExportFormat &To, ArrayRef<StringRef> Paths);
  Error writeLines(ArrayRef<StringRef> Paths);
  Error writeTrace(TraceWriter Write, ArrayRef<StringRef> Paths);
  Error writeStacks(const ExportFormat &To, ArrayRef<StringRef> Paths);
  Error writeReport(const ExportFormat &To, ArrayRef<StringRef> Paths);

  std::optional<size_t> Format;
  std::string Output = "-";
  bool ForEditor = false;
  StackExports Stacks;
  AnalysisInputs Report;
  InputOptions Inputs;
};

void ExportCommand::addOptions(OptionSet &O) {
  std::vector<OptionWord> Words;
  for (const ExportFormat &F : exportFormats())
    Words.push_back(
        {F.Name.str(),
         F.Help.str() +
             (F.Needs.empty() ? "" : (" (record " + F.Needs + ")").str())});
  O.choice("format", "FORMAT", std::move(Words), "what to write:", Format);
  O.text("output", "FILE",
         "the file to write (standard output), or the folder; also -o FILE",
         Output);
  O.flag("editor",
         "write lint weights to .anomalloc/weights.json, where an editor's "
         "anomalloc-clangd finds them",
         ForEditor);
  Inputs.addOptions(O);
  O.group("formats of the report");
  Report.addProbe(O);
  Stacks.addOptions(O);
}

Error ExportCommand::writeLines(ArrayRef<StringRef> Paths) {
  Expected<std::unique_ptr<Profile>> P = readInputs(Paths, Inputs);
  if (!P)
    return P.takeError();
  if (ForEditor) {
    if (std::error_code EC = sys::fs::create_directory(EditorFolder))
      return inContext(EditorFolder, errorCodeToError(EC));
    Output = std::string(EditorFolder) + "/" + EditorWeights;
  }
  return writeWholeFile(Output, [&](raw_ostream &OS) {
    writeLintWeights(OS, **P, /*WithTexts=*/true);
    return Error::success();
  });
}

Error ExportCommand::writeTrace(TraceWriter Write, ArrayRef<StringRef> Paths) {
  if (Paths.size() != 1)
    return usageError("a trace is that of one profile: name one");
  Expected<std::unique_ptr<TracedProfile>> P = TracedProfile::open(Paths[0]);
  if (!P)
    return P.takeError();
  return writeWholeFile(Output, [&](raw_ostream &OS) {
    return Write(OS, **P,
                 [](const std::string &Missing) { tellWarning(Missing); });
  });
}

Error ExportCommand::writeStacks(const ExportFormat &To,
                                 ArrayRef<StringRef> Paths) {
  if (Error E = Stacks.read(Paths, Inputs, To.Name == "dhat"))
    return E;
  return writeWholeFile(Output, [&](raw_ostream &OS) {
    return To.Write.OfStacks(OS, Stacks.get());
  });
}

Error ExportCommand::writeReport(const ExportFormat &To,
                                 ArrayRef<StringRef> Paths) {
  bool IsFirstPage = To.Input == ExportInput::FirstPage;
  Report.use(Inputs);
  if (IsFirstPage) {
    Report.Analyze.Top = 10;
    Report.Analyze.TopChanges = 5;
  }
  Expected<AnalyzedRun> Run =
      Report.read(Paths, needsOf(chooseViews({}), /*Json=*/!IsFirstPage),
                  /*ForPeople=*/IsFirstPage);
  if (!Run)
    return Run.takeError();
  return writeWholeFile(Output, [&](raw_ostream &OS) {
    return To.Write.OfReport(OS, Run->Tables);
  });
}

Error ExportCommand::write(const ExportFormat &To, ArrayRef<StringRef> Paths) {
  if (To.Input != ExportInput::Stacks && Stacks.areChosen())
    return usageError("--format=" + To.Name +
                      " holds everything: filters and --measure are for "
                      "formats of stacks");
  if (To.Name != "pprof" && Stacks.areLabeled())
    return usageError("--label is for --format=pprof");
  switch (To.Input) {
  case ExportInput::Lines:
    return writeLines(Paths);
  case ExportInput::Tables:
    if (Output == "-")
      return usageError("--format=" + To.Name +
                        " writes several files: say --output=FOLDER");
    return writeTables(Output, Paths, Inputs);
  case ExportInput::Trace:
    return writeTrace(To.Write.OfTrace, Paths);
  case ExportInput::Stacks:
    return writeStacks(To, Paths);
  case ExportInput::Report:
  case ExportInput::FirstPage:
    return writeReport(To, Paths);
  }
  return Error::success();
}

Expected<int> ExportCommand::run(ArrayRef<StringRef> Arguments) {
  if (ForEditor && (Format || Output != "-"))
    return usageError("--editor says the format and the file; leave out "
                      "--format and --output");
  if (!Format && !ForEditor)
    return usageError("no format: say --format=" + exportFormats()[0].Name);
  const ExportFormat *To = ForEditor
                               ? find_if(exportFormats(),
                                         [](const ExportFormat &F) {
                                           return F.Input == ExportInput::Lines;
                                         })
                               : &exportFormats()[*Format];
  if (Error E = write(*To, Arguments))
    return std::move(E);
  return ExitSuccess;
}

RegisterCommand<ExportCommand> RegisterExport;

} // namespace
} // namespace anomalloc

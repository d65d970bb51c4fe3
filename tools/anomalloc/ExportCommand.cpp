//===- ExportCommand.cpp - anomalloc export -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Inputs.h"
#include "LintWeights.h"
#include "Profile/Errors.h"
#include "Report/WholeFile.h"
#include "Weights/EditorPlace.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// A format that profiles are written in for other programs.
struct ExportFormat {
  const char *Name;
  void (*Write)(raw_ostream &OS, Profile &P);
};

void writeWeights(raw_ostream &OS, Profile &P) {
  writeLintWeights(OS, P, /*WithTexts=*/true);
}

constexpr ExportFormat Formats[] = {
    {"lint-weights", writeWeights},
};

class ExportCommand : public Command {
public:
  CommandInfo info() const override {
    return {"export", "write profiles in a format of other programs",
            "{--format=FORMAT|--editor} PROFILE...",
            "Adds up profiles and writes the sum in another format.\n\n"
            "lint-weights: what each source line allocated, as JSON that the "
            "option Profile of the clang-tidy checks reads; see "
            "docs/lint-weights.md. 'anomalloc lint --profile' does that by "
            "itself.\n\n"
            "--editor is the same for anomalloc-clangd: it writes "
            ".anomalloc/weights.json in the current folder, which should be "
            "the project's or its build folder; see docs/editors.md.",
            "anomalloc export --editor program.*.anomalloc"};
  }

  void addOptions(OptionSet &O) override {
    std::vector<std::string> Names;
    for (const ExportFormat &F : Formats)
      Names.push_back(F.Name);
    O.choice("format", Names, "what to write", Format);
    O.text("output", "FILE",
           "the file to write; also -o FILE (standard output)", Output);
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
    Expected<std::unique_ptr<Profile>> P = readInputs(Arguments, Inputs);
    if (!P)
      return P.takeError();
    if (ForEditor) {
      if (std::error_code EC = sys::fs::create_directory(EditorFolder))
        return inContext(EditorFolder, errorCodeToError(EC));
      Output = std::string(EditorFolder) + "/" + EditorWeights;
    }
    if (Error E = writeWholeFile(Output, [&](raw_ostream &OS) -> Error {
          Formats[*Format].Write(OS, **P);
          return Error::success();
        }))
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

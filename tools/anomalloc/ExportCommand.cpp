//===- ExportCommand.cpp - anomalloc export -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Inputs.h"
#include "LintWeights.h"
#include "Report/WholeFile.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// A format that profiles are written in for other programs.
struct ExportFormat {
  const char *Name;
  void (*Write)(raw_ostream &OS, Profile &P);
};

constexpr ExportFormat Formats[] = {
    {"lint-weights", writeLintWeights},
};

class ExportCommand : public Command {
public:
  CommandInfo info() const override {
    return {"export", "write profiles in a format of other programs",
            "--format=FORMAT PROFILE...",
            "Adds up profiles and writes the sum in another format.\n\n"
            "lint-weights: what each source line allocated, as JSON that the "
            "option Profile of the clang-tidy checks reads; see "
            "docs/lint-weights.md. 'anomalloc lint --profile' does that by "
            "itself.",
            "anomalloc export --format=lint-weights -o weights.json "
            "program.*.anomalloc"};
  }

  void addOptions(OptionSet &O) override {
    std::vector<std::string> Names;
    for (const ExportFormat &F : Formats)
      Names.push_back(F.Name);
    O.choice("format", Names, "what to write", Format);
    O.text("output", "FILE",
           "the file to write; also -o FILE (standard output)", Output);
    Inputs.addOptions(O);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (!Format)
      return usageError(Twine("no format: say --format=") + Formats[0].Name);
    Expected<std::unique_ptr<Profile>> P = readInputs(Arguments, Inputs);
    if (!P)
      return P.takeError();
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
  InputOptions Inputs;
};

RegisterCommand<ExportCommand> Register;

} // namespace
} // namespace anomalloc

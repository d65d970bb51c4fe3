//===- HtmlCommand.cpp - anomalloc html -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Command.h"
#include "page/ReportPage.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace anomalloc {
namespace {

class HtmlCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "html", "write a report as one page for a browser",
        "PROFILE... -o FILE",
        "Writes what 'anomalloc report' would show, and more, as one HTML "
        "file: what to change, sizes and sections, all sites, and what was "
        "not seen. The file needs no network and no other file: open it from "
        "a disk, or send it. It fetches nothing, and runs no script but its "
        "own. See docs/html.md.\n\n"
        "Profiles are added up, as 'report' does. --run begins another run, "
        "to be shown beside the first.",
        "anomalloc html program.4711.anomalloc -o report.html\n"
        "anomalloc html before.anomalloc --run after.anomalloc -o both.html\n"
        "anomalloc html --embed-sources=. program.4711.anomalloc -o "
        "report.html"};
  }

  void addOptions(OptionSet &O) override {
    O.text("output", "FILE", "the page to write; also -o FILE", Output);
    O.arguments(
        "run", "PROFILE...", "another run; may come again",
        [this](StringRef Path) {
          Runs.push_back({Path.str()});
          return Error::success();
        },
        [this](StringRef Path) {
          Runs.back().push_back(Path.str());
          return Error::success();
        });
    O.custom("embed-sources", "FOLDER",
             "put the text of source files below this folder into the page; "
             "may come again (none: whoever has the page could read them)",
             [this](StringRef Path) -> Error {
               if (!sys::fs::is_directory(Path))
                 return usageError("--embed-sources: there is no folder " +
                                   Path);
               Page.SourceFolders.push_back(Path.str());
               return Error::success();
             });
    Page.Inputs.addLimits(O);
    Page.Inputs.addSources(O);
    Page.Inputs.addFilters(O);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (!Arguments.empty())
      Runs.insert(Runs.begin(),
                  ReportPage::Paths(Arguments.begin(), Arguments.end()));
    if (Runs.empty())
      return usageError("no profile named");
    if (Output.empty())
      return usageError("no file to write named: say -o report.html");
    if (Error E = Page.Inputs.check())
      return std::move(E);
    if (Error E = Page.write(Output, Runs))
      return std::move(E);
    return ExitSuccess;
  }

private:
  std::string Output;
  std::vector<ReportPage::Paths> Runs;
  ReportPage Page;
};

RegisterCommand<HtmlCommand> RegisterHtml;

} // namespace
} // namespace anomalloc

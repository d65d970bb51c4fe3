//===- SitesCommand.cpp - anomalloc sites ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ObjectSiteTables.h"
#include "Profile/Texts.h"
#include "Report/report/SiteList.h"
#include "Support/Errors.h"
#include "cli/Command.h"
#include "cli/Messages.h"
#include "cli/Terminal.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

class SitesCommand : public Command {
public:
  CommandInfo info() const override {
    return {"sites", "list the allocation sites that the compiler found",
            "OBJECT...",
            "Reads the site tables of object files, archives, libraries and "
            "programs that were built with the pass; nothing is run.",
            "anomalloc sites program\nanomalloc sites --json a.o b.o"};
  }

  void addOptions(OptionSet &O) override {
    O.flag("json", "print JSON", Json);
    O.flag("verdicts",
           "what the compiler proved of each site's blocks: whether each is "
           "freed on every path, could be kept for the next iteration, or fits "
           "the stack; else what stands against it",
           WithVerdicts);
    Terminal.addOptions(O);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (Arguments.empty())
      return usageError("no object named");
    std::vector<SiteTable> Tables;
    for (StringRef Path : Arguments) {
      Expected<std::vector<SiteTable>> Read = readSiteTables(Path);
      if (!Read)
        return Read.takeError();
      if (Read->empty())
        tellWarning(Path +
                    " has no site table: was it built with 'anomalloc c++'?");
      for (SiteTable &Table : *Read)
        Tables.push_back(std::move(Table));
    }
    std::unique_ptr<Profile> P = makeStaticProfile(std::move(Tables));
    if (!Json)
      makePrintable(*P);
    TextStyle Style = Terminal.startOutput();
    if (Json)
      writeJsonSiteList(outs(), *P);
    else
      writeTextSiteList(outs(), *P, Style, WithVerdicts);
    return ExitSuccess;
  }

private:
  TerminalOptions Terminal;
  bool Json = false;
  bool WithVerdicts = false;
};

RegisterCommand<SitesCommand> RegisterSites;

} // namespace
} // namespace anomalloc

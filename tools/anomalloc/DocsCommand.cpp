//===- DocsCommand.cpp - anomalloc docs: pages from the tables ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "DocsPages.h"
#include "Profile/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

class DocsCommand : public Command {
public:
  CommandInfo info() const override {
    return {"docs",
            "write the manual pages of all verbs",
            "",
            "Writes a page for each verb, made of the same tables as --help. "
            "The build installs the man pages; docs/commands/ holds the "
            "markdown.",
            "anomalloc docs --format=markdown --output-dir=docs/commands",
            /*ExitCodes=*/"",
            /*PassesArguments=*/false,
            /*Hidden=*/true};
  }

  void addOptions(OptionSet &O) override {
    O.choice("format", {"man", "markdown"}, "kind of page (man)", Format);
    O.text("output-dir", "FOLDER", "where to write them (.)", Folder);
  }

  Expected<int> run(ArrayRef<StringRef>) override {
    if (std::error_code EC = sys::fs::create_directories(Folder))
      return inContext("cannot make " + Folder, errorCodeToError(EC));
    if (Error E = write("anomalloc", nullptr))
      return std::move(E);
    for (Command *C : allCommands())
      if (!C->info().Hidden)
        if (Error E = write(C->info().Name, C))
          return std::move(E);
    return ExitSuccess;
  }

private:
  enum class PageFormat { Man, Markdown };

  /// The page of \p C, or of the whole if it is null.
  Error write(StringRef Name, Command *C) {
    bool Man = Format == PageFormat::Man;
    std::string Path = Folder + "/";
    if (Man)
      Path += (C ? "anomalloc-" + Name + ".1" : Name + ".1").str();
    else
      Path += (C ? Name + ".md" : "README.md").str();
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    if (EC)
      return inContext("cannot write " + Path, errorCodeToError(EC));
    if (Man)
      C ? writeManPage(OS, *C) : writeManOverview(OS);
    else
      C ? writeMarkdownPage(OS, *C) : writeMarkdownOverview(OS);
    return Error::success();
  }

  PageFormat Format = PageFormat::Man;
  std::string Folder = ".";
};

RegisterCommand<DocsCommand> Register;

} // namespace
} // namespace anomalloc

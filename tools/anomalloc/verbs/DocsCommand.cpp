//===- DocsCommand.cpp - anomalloc docs: pages from the tables ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Errors.h"
#include "cli/Command.h"
#include "cli/Completion.h"
#include "cli/DocsPages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

class DocsCommand : public Command {
public:
  CommandInfo info() const override {
    return {"docs", "write the manual pages of all verbs", "",
            "Writes a page for each verb, or the completion of a shell, made "
            "of the same tables as --help. The build installs the man pages "
            "and the completions; docs/commands/ holds the markdown.",
            "anomalloc docs --format=markdown --output-dir=docs/commands"};
  }

  void addOptions(OptionSet &O) override {
    O.choice("format", {"man", "markdown", "bash", "zsh", "fish"},
             "kind of page, or the completion of a shell (man)", Format);
    O.text("output-dir", "FOLDER", "where to write them (.)", Folder);
  }

  Expected<int> run(ArrayRef<StringRef>) override {
    if (std::error_code EC = sys::fs::create_directories(Folder))
      return inContext("cannot make " + Folder, errorCodeToError(EC));
    if (Format != PageFormat::Man && Format != PageFormat::Markdown) {
      if (Error E = writeCompletion())
        return std::move(E);
      return ExitSuccess;
    }
    if (Error E = writePage("anomalloc", nullptr))
      return std::move(E);
    for (Command *C : shownCommands())
      if (Error E = writePage(C->info().Name, C))
        return std::move(E);
    return ExitSuccess;
  }

private:
  enum class PageFormat { Man, Markdown, Bash, Zsh, Fish };

  Error writeCompletion() {
    switch (Format) {
    case PageFormat::Bash:
      return write("anomalloc", writeBashCompletion);
    case PageFormat::Zsh:
      return write("_anomalloc", writeZshCompletion);
    default:
      return write("anomalloc.fish", writeFishCompletion);
    }
  }

  Error write(const Twine &Name, function_ref<void(raw_ostream &)> Print) {
    std::string Path = (Folder + "/" + Name).str();
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    if (EC)
      return inContext("cannot write " + Path, errorCodeToError(EC));
    Print(OS);
    return Error::success();
  }

  /// The page of \p C, or of the whole if it is null.
  Error writePage(StringRef Name, Command *C) {
    if (Format == PageFormat::Man)
      return write((C ? "anomalloc-" : "") + Name + ".1", [C](raw_ostream &OS) {
        C ? writeManPage(OS, *C) : writeManOverview(OS);
      });
    return write((C ? Name : "README") + ".md", [C](raw_ostream &OS) {
      C ? writeMarkdownPage(OS, *C) : writeMarkdownOverview(OS);
    });
  }

  PageFormat Format = PageFormat::Man;
  std::string Folder = ".";
};

RegisterCommand<DocsCommand> RegisterDocs;

} // namespace
} // namespace anomalloc

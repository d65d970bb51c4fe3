//===- SiteChoice.cpp - record only what some sites do --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/SiteChoice.h"
#include "Profile/ObjectSiteTables.h"
#include "Support/Errors.h"
#include "Support/TemporaryFile.h"
#include "anomalloc/Mode.h"
#include "cli/Command.h"
#include "compile/ElfProbe.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {

SiteChoice::~SiteChoice() {
  if (!File.empty())
    sys::fs::remove(File);
}

void SiteChoice::addOptions(OptionSet &O) {
  O.custom("site", "SITE,...",
           "sites whose " ANOMALLOC_RECORDED
           " are recorded: FILE:LINE, FILE, or an id that 'sites' prints; "
           "dark: all that no site allocates; others are counted only",
           [this](StringRef List) -> Error {
             SmallVector<StringRef, 4> Names;
             List.split(Names, ',', -1, /*KeepEmpty=*/false);
             if (Names.empty())
               return usageError("no site is named");
             for (StringRef Name : Names)
               if (Name == "dark")
                 Dark = true;
               else
                 Patterns.emplace_back(Name);
             return Error::success();
           });
  O.custom("site-from", "OBJECT",
           "where --site looks too, beside the program and the libraries that "
           "it is linked with: a library that is loaded later, or the program "
           "that a script starts",
           [this](StringRef Path) {
             Objects.push_back(Path.str());
             return Error::success();
           });
}

Expected<std::string> SiteChoice::write(StringRef Program) {
  std::vector<std::string> Paths;
  if (ErrorOr<std::string> Found = sys::findProgramByName(Program);
      Found && probeProgram(*Found) != Carries::Unknown) {
    Paths = librariesOf(*Found);
    Paths.insert(Paths.begin(), *Found);
  }
  append_range(Paths, Objects);
  std::vector<SiteTable> Tables;
  for (const std::string &Path : Paths) {
    Expected<std::vector<SiteTable>> Read = readSiteTables(Path);
    if (!Read)
      return Read.takeError();
    std::move(Read->begin(), Read->end(), std::back_inserter(Tables));
  }
  if (Tables.empty())
    return makeError("--site: " + Program +
                     " has no site table: build it with 'anomalloc c++', or "
                     "name the object that has one by --site-from");
  auto Sites = selectSites(Tables, Patterns);
  if (!Sites)
    return inContext("--site", Sites.takeError());

  Expected<TemporaryFile> Chosen =
      TemporaryFile::create(temporaryFolder() + "/anomalloc-sites",
                            sys::fs::owner_read | sys::fs::owner_write);
  if (!Chosen)
    return inContext("--site: cannot write a file", Chosen.takeError());
  File = Chosen->path();
  raw_fd_ostream OS(Chosen->descriptor(), /*shouldClose=*/false);
  OS << encodeSelection(*Sites);
  OS.flush();
  if (OS.has_error()) {
    std::error_code Failed = OS.error();
    OS.clear_error();
    return inContext(File, errorCodeToError(Failed));
  }
  if (Error Failed = Chosen->keep())
    return inContext(File, std::move(Failed));
  return File;
}

} // namespace anomalloc

//===- Recompile.cpp - does it compile with other texts -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Recompile.h"
#include "Report/text/WholeFile.h"
#include "Weights/FileFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace anomalloc::lint {

Expected<std::vector<UnitResult>> parseAgain(Tidy T,
                                             ArrayRef<const Unit *> Units,
                                             unsigned Jobs,
                                             const std::string &Overlay) {
  // Exports of an earlier run would be taken for this one's.
  Expected<TemporaryFolder> Scratch = TemporaryFolder::create();
  if (!Scratch)
    return Scratch.takeError();
  // A check that finds nothing: without one clang-tidy does not start.
  T.Checks = std::string("-*,") + FileFactsCheckName;
  T.Config = "{}";
  T.Overlay = Overlay;
  return runTidy(T, Units, Jobs, *Scratch, [](size_t, const Unit &) {});
}

Expected<std::string>
Recompiler::firstError(const std::map<std::string, std::string> &Texts) {
  Expected<TemporaryFolder> Scratch = TemporaryFolder::create();
  if (!Scratch)
    return Scratch.takeError();
  std::set<const Unit *> Readers;
  vfs::YAMLVFSWriter Overlay;
  Overlay.setUseExternalNames(false); // errors name the file itself
  unsigned Number = 0;
  for (const auto &[File, Text] : Texts) {
    auto Known = ReadBy.find(File);
    if (Known == ReadBy.end())
      return "no unit is known to read " + File;
    if (auto Last = Compiled.find(File);
        Last == Compiled.end() || Last->second != Text)
      Readers.insert(Known->second.Units.begin(), Known->second.Units.end());
    const std::string Copy = Scratch->file("text" + utostr(Number++));
    if (Error E = writeWholeFile(Copy, [&, &Text = Text](raw_ostream &OS) {
          OS << Text;
          return Error::success();
        }))
      return std::move(E);
    for (const std::string &Name : Known->second.Names)
      Overlay.addFileMapping(Name, Copy);
  }
  const std::string OverlayFile = Scratch->file("overlay.yaml");
  if (Error E = writeWholeFile(OverlayFile, [&](raw_ostream &OS) {
        Overlay.write(OS);
        return Error::success();
      }))
    return std::move(E);
  auto Results =
      parseAgain(T, std::vector<const Unit *>(Readers.begin(), Readers.end()),
                 Jobs, OverlayFile);
  if (!Results)
    return Results.takeError();
  for (const UnitResult &Result : *Results)
    if (!Result.Failure.empty())
      return Result.Failure;
  Compiled = Texts;
  return "";
}

} // namespace anomalloc::lint

//===- Git.cpp - what git knows of the project ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Git.h"
#include "Support/Errors.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc::lint {

static Expected<ProcessResult> git(StringRef Folder, CommandLine Arguments,
                                   const TemporaryFolder &Scratch) {
  CommandLine Command = {"git", "-C", Folder.str(), "-c",
                         "core.quotePath=false"};
  append_range(Command, Arguments);
  Expected<ProcessResult> Result = runProcess(Command, Scratch);
  if (Result && !Result->StartError.empty())
    return makeError("cannot run git: " + Result->StartError);
  return Result;
}

Expected<std::string> gitTop(StringRef Folder, const TemporaryFolder &Scratch) {
  Expected<ProcessResult> Result =
      git(Folder, {"rev-parse", "--show-toplevel"}, Scratch);
  if (!Result) {
    if (interruptedBy())
      return Result.takeError();
    consumeError(Result.takeError()); // a machine without git
    return std::string();
  }
  return Result->succeeded() ? StringRef(Result->Out).rtrim('\n').str() : "";
}

Expected<ChangedLines> gitChanges(StringRef Top, StringRef Ref,
                                  const TemporaryFolder &Scratch) {
  Expected<ProcessResult> Known =
      git(Top, {"rev-parse", "--verify", "--quiet", (Ref + "^{commit}").str()},
          Scratch);
  if (!Known)
    return Known.takeError();
  if (!Known->succeeded() || Ref.starts_with("-"))
    return makeError("git knows no commit '" + Ref + "' in " + Top +
                     "; was it fetched?");
  Expected<ProcessResult> Base =
      git(Top, {"merge-base", Ref.str(), "HEAD"}, Scratch);
  if (!Base)
    return Base.takeError();
  if (!Base->succeeded())
    return makeError("'" + Ref +
                     "' and HEAD have no common ancestor here; in a "
                     "shallow clone, fetch more: git fetch --unshallow");

  Expected<ProcessResult> Patch = git(
      Top,
      {"diff", "--no-ext-diff", "--no-textconv", "--no-color", "--no-relative",
       "--ignore-submodules", "-M", "-U0", "--src-prefix=a/", "--dst-prefix=b/",
       StringRef(Base->Out).rtrim('\n').str(), "--"},
      Scratch);
  if (!Patch)
    return Patch.takeError();
  if (!Patch->succeeded())
    return makeError("git diff failed: " + StringRef(Patch->Err).rtrim('\n'));
  ChangedLines Changed;
  for (auto &[Path, Lines] : parsePatch(Patch->Out))
    Changed[(Top + "/" + StringRef(Path).split('/').second).str()] = Lines;

  Expected<ProcessResult> New =
      git(Top, {"ls-files", "--others", "--exclude-standard", "-z"}, Scratch);
  if (!New)
    return New.takeError();
  SmallVector<StringRef, 16> Files;
  StringRef(New->Out).split(Files, '\0', -1, /*KeepEmpty=*/false);
  for (StringRef File : Files)
    Changed[(Top + "/" + File).str()] = LineSet::all();
  return Changed;
}

} // namespace anomalloc::lint

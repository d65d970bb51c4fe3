//===- ModeChoice.cpp - the mode that record chooses ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/ModeChoice.h"
#include "Profile/Library.h"
#include "cli/Command.h"
#include "cli/Messages.h"
#include "cli/RuntimeFlags.h"
#include "record/DarkCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace anomalloc {

/// Whether the program that begins with \p Path came with the system.
static bool isOfSystem(StringRef Path) {
  SmallString<128> Real;
  if (sys::fs::real_path(Path, Real))
    return true;
  constexpr StringLiteral Folders[] = {"/bin/", "/sbin/", "/usr/", "/opt/"};
  return any_of(Folders,
                [&](StringRef Folder) { return Real.starts_with(Folder); });
}

static bool hasDebugFile(StringRef Path) {
  std::optional<OwnedObject> Object = openLibrary(Path);
  return Object && (hasDebugInformation(*Object->getBinary()) ||
                    openDebugFile("", Path, *Object->getBinary()));
}

Error chooseSampledMode(std::string &Options) {
  if (optionValue(Options, "sample").empty())
    return Error::success();
  if (!hasOption(Options, "mode"))
    appendOption(Options, "mode",
                 nameOf(Mode{Mode::Lifetime | Mode::Stacks}).Text);
  if (!modeIn(Options).detailed())
    return usageError("--sample draws blocks for what modes record beside the "
                      "counts, which are exact; the mode is count");
  if (optionValue(Options, "temporary") != "0")
    return usageError("--temporary needs every allocation; with --sample, a "
                      "block is temporary if no other was made before its end");
  return Error::success();
}

StackChoice chooseStacks(std::string &Options, const RecordedProgram &Program) {
  if (hasOption(Options, "mode") || Program.Runtime != Carries::Nothing ||
      (isOfSystem(Program.Image) && !hasDebugFile(Program.Image)))
    return {};
  appendOption(Options, "mode", "stacks");
  return {StackChoice::All};
}

StackChoice chooseDarkStacks(std::string &Options,
                             const RecordedProgram &Program) {
  constexpr unsigned FewPercent = 5;
  if (hasOption(Options, "mode") ||
      (Program.Runtime != Carries::SharedRuntime &&
       Program.Runtime != Carries::StaticRuntime))
    return {};
  const unsigned Share = userCodeOf(Program.Image).darkShare();
  if (Share <= FewPercent)
    return {};
  appendOption(Options, "mode", "stacks");
  appendOption(Options, "dark", "1");
  return {StackChoice::Dark, Share};
}

void tellStacksWereChosen(const RecordedProgram &Program,
                          const StackChoice &Choice) {
  if (Choice.Of == StackChoice::Dark)
    tell("recorded with stacks of dark allocations (--mode=stacks "
         "--site=dark), for " +
         Twine(Choice.DarkShare) + " % of the code of " + Program.Image +
         " was not built with 'anomalloc c++'; --mode=count records none");
  if (Choice.Of != StackChoice::All)
    return;
  tell("recorded with stacks, for " + Program.Image +
       " was not built with 'anomalloc c++', which makes counts that cost "
       "nothing; --mode=count costs less than stacks, and tells no lines");
}

} // namespace anomalloc

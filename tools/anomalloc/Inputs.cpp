//===- Inputs.cpp - the profiles that a verb reads ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Command.h"
#include "Messages.h"
#include "OutputPattern.h"
#include "Profile/Errors.h"
#include "Profile/ProfileReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {

void InputOptions::addOptions(OptionSet &O) {
  O.flag("keep-going", "leave out profiles that cannot be read", KeepGoing);
}

void warnOfChanged(ArrayRef<std::string> Paths) {
  for (const std::string &Path : Paths)
    tellWarning(Path +
                " has changed since the run: its functions have no names");
}

Expected<std::unique_ptr<Profile>> readInputs(ArrayRef<StringRef> Arguments,
                                              const InputOptions &Options) {
  if (Arguments.empty())
    return usageError("no profile named; 'anomalloc record' writes profiles");
  std::vector<std::string> Paths;
  for (StringRef A : Arguments) {
    if (!sys::fs::is_directory(A)) {
      Paths.push_back(A.str());
      continue;
    }
    std::vector<std::string> Inside = profilesInFolder(A);
    if (Inside.empty())
      return makeError(A + ": there is no profile in this folder");
    append_range(Paths, Inside);
  }

  constexpr size_t Many = 50;
  bool ShowProgress = Paths.size() >= Many && errs().is_displayed();
  size_t Unreadable = 0;
  ReadOptions Read;
  Read.KeepLanes = Options.KeepLanes;
  if (Options.KeepGoing)
    Read.OnUnreadable = [&Unreadable](Error E) {
      ++Unreadable;
      tellWarning(toString(std::move(E)) + " (left out)");
      return Error::success();
    };
  if (ShowProgress)
    Read.Progress = [&Paths](size_t Done) {
      errs() << "\rreading profiles: " << Done << " of " << Paths.size();
    };
  auto P = readProfiles(Paths, Read);
  if (ShowProgress)
    errs() << "\r\x1b[K";
  if (P && Unreadable == Paths.size())
    return makeError("none of the profiles could be read");
  return P;
}

} // namespace anomalloc

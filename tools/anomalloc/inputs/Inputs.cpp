//===- Inputs.cpp - the profiles that a verb reads ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "inputs/Inputs.h"
#include "Analysis/estimate/ScaleSamples.h"
#include "Profile/ProfileReader.h"
#include "Profile/RegionNames.h"
#include "Profile/SamplingWords.h"
#include "Profile/TableOrder.h"
#include "Support/Errors.h"
#include "cli/Command.h"
#include "cli/Messages.h"
#include "inputs/ProgramsApart.h"
#include "record/OutputPattern.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
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

/// The files that \p Arguments and the folders among them name.
static Expected<std::vector<std::string>>
findInputs(ArrayRef<StringRef> Arguments) {
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
  return Paths;
}

namespace {
/// Shows on a terminal how many of many profiles are read.
class Progress {
public:
  explicit Progress(size_t All)
      : All(All), IsShown(All >= 50 && errs().is_displayed()) {}
  ~Progress() {
    if (IsShown)
      errs() << "\r\x1b[K";
  }
  void show(size_t Done) const {
    if (IsShown)
      errs() << "\rreading profiles: " << Done << " of " << All;
  }

private:
  const size_t All;
  const bool IsShown;
};
} // namespace

static Error noneCouldBeRead() {
  return makeError("none of the profiles could be read");
}

static void leaveOut(Error E) {
  tellWarning(toString(std::move(E)) + " (left out)");
}

static void warnOfProgramsApart(const Profile &P,
                                ArrayRef<StringRef> Arguments) {
  SmallVector<StringRef, 4> Folders;
  for (StringRef A : Arguments)
    if (sys::fs::is_directory(A))
      Folders.push_back(A.rtrim('/'));
  constexpr size_t Most = 4;
  const std::vector<std::string> Programs = programsApart(P, Folders);
  if (Programs.empty())
    return;
  std::string Names;
  ListSeparator Comma;
  for (const std::string &Name : ArrayRef(Programs).take_front(Most))
    (Names += Comma) += Name;
  if (Programs.size() > Most)
    Names += " and " + utostr(Programs.size() - Most) + " more";
  tellWarning("these are different programs that did not run together, and "
              "their numbers are added up: " +
              Names + "; name the profiles of one program for its own numbers");
}

/// Makes estimates of what was drawn, and tells it.
static void estimate(Profile &P) {
  scaleSamples(P);
  if (!P.isEstimated())
    return;
  static bool Told; // Of several profiles, once.
  if (!std::exchange(Told, true))
    tell("the profile is a sample: its counts are exact, but what is told of "
         "stacks and lifetimes is estimated from " +
         rateInWords(P));
  if (any_of(P.Processes, [](const Process &One) { return !One.isDetailed(); }))
    tellWarning("some processes were only counted: in estimates, their blocks "
                "are taken for ones like those of the others");
}

Expected<std::unique_ptr<Profile>> readInputs(ArrayRef<StringRef> Arguments,
                                              const InputOptions &Options) {
  Expected<std::vector<std::string>> Paths = findInputs(Arguments);
  if (!Paths)
    return Paths.takeError();
  size_t Unreadable = 0;
  ReadOptions Read;
  Read.KeepLanes = Options.KeepLanes;
  if (Options.KeepGoing)
    Read.OnUnreadable = [&Unreadable](Error E) {
      ++Unreadable;
      leaveOut(std::move(E));
      return Error::success();
    };
  Progress Shown(Paths->size());
  Read.Progress = [&Shown](size_t Done) { Shown.show(Done); };
  auto P = readProfiles(*Paths, Read);
  if (P && Unreadable == Paths->size())
    return noneCouldBeRead();
  if (P) {
    nameRegions(**P);
    orderRanks(**P);
    warnOfProgramsApart(**P, Arguments);
  }
  if (P && !Options.ForFile) {
    shortenRegions(**P);
    estimate(**P);
  }
  return P;
}

Error readEachInput(ArrayRef<StringRef> Arguments, const InputOptions &Options,
                    function_ref<Error(Profile &)> Take) {
  Expected<std::vector<std::string>> Paths = findInputs(Arguments);
  if (!Paths)
    return Paths.takeError();
  ReadOptions Read;
  Read.KeepLanes = true;
  Progress Shown(Paths->size());
  size_t Taken = 0;
  for (const auto &[I, Path] : enumerate(*Paths)) {
    Shown.show(I);
    Expected<std::unique_ptr<Profile>> P = readProfiles({Path}, Read);
    if (!P && !Options.KeepGoing)
      return P.takeError();
    if (!P) {
      leaveOut(P.takeError());
      continue;
    }
    ++Taken;
    nameRegions(**P);
    shortenRegions(**P);
    estimate(**P);
    if (Error E = Take(**P))
      return E;
  }
  return Taken ? Error::success() : noneCouldBeRead();
}

} // namespace anomalloc

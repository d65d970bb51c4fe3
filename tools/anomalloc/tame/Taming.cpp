//===- Taming.cpp - changes a program step by step ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/Taming.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "Support/Numbers.h"
#include "cli/Messages.h"
#include "tame/TameDifference.h"
#include "tame/TameEdits.h"
#include "tame/TameJudge.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

Error Taming::save() const {
  return saveTameState(Folder->file("state.json"), State);
}

/// What the results depend on.
std::string Taming::keyOf(StringRef Head) const {
  MD5 Hash;
  auto Add = [&](StringRef Part) {
    Hash.update(Part);
    Hash.update(StringRef("\0", 1));
  };
  for (StringRef Part :
       {Head, StringRef(Settings.Build), StringRef(Settings.Run),
        StringRef(Settings.Test), StringRef(Settings.Compare),
        StringRef(Settings.Database), StringRef(Settings.Branch)})
    Add(Part);
  Add(utostr(Settings.MinAllocations));
  Add(utostr(unsigned(Settings.Time)));
  for (const std::string &File : Settings.Only)
    Add(File);
  return Hash.final().digest().str().str();
}

/// Finds the repository, and takes the work folder.
Error Taming::open() {
  if (Error E = TameTree::find().moveInto(Tree))
    return E;
  if (Settings.Work.empty())
    if (Error E = TameFolder::defaultFor(Tree->top()).moveInto(Settings.Work))
      return E;
  SmallString<256> Work(Settings.Work);
  if (std::error_code EC = sys::fs::make_absolute(Work))
    return inContext(Work, errorCodeToError(EC));
  sys::path::remove_dots(Work, /*remove_dot_dot=*/true);
  if (StringRef(Work).starts_with(Tree->top() + "/") || Work == Tree->top())
    return makeError("the work folder " + Work.str() +
                     " would be in your checkout: name another with "
                     "--work=DIR");
  if (Settings.DryRun) // What a real run has done stays.
    Work += "-dry-run";
  if (Error E = TameFolder::open(Work).moveInto(Folder))
    return E;
  Tree->place(Folder->path());
  Expected<TemporaryFolder> Made = TemporaryFolder::create();
  if (!Made)
    return Made.takeError();
  Scratch = std::make_unique<TemporaryFolder>(std::move(*Made));
  for (std::string &File : Settings.Only)
    File = Tree->fromTop(File);
  Shell.emplace(*Tree, *Folder, *Scratch);
  Program.emplace(Settings, State, *Shell, *Folder);
  Timer.emplace(Settings, State, *Program, *Folder, Tree->path());
  Lint.emplace(Settings, *Tree, *Shell, *Folder);
  return Error::success();
}

/// Goes on where an earlier run stopped, if it was asked for the same.
Error Taming::resumeOrBegin() {
  Expected<std::string> Head = Tree->commit("HEAD");
  if (!Head)
    return Head.takeError();
  const std::string Key = keyOf(*Head);
  State = loadTameState(Folder->file("state.json"));
  if (State.Key == Key && State.Measured && !Settings.Restart) {
    tell("goes on with the work of an earlier run; --restart begins anew");
    return Error::success();
  }
  if (!State.Key.empty() && !Settings.Restart && State.Key != Key)
    tell("an earlier run was asked for something else, or the commit was "
         "another: starts over");
  TameState New;
  New.Branch = State.Branch;
  State = std::move(New);
  State.Key = Key;
  State.Head = State.Last = *Head;
  for (const char *Name : {"profiles", "patches"})
    sys::fs::remove_directories(Folder->file(Name));
  return Error::success();
}

/// The work tree, with the program of the last kept step.
Error Taming::enterTree() {
  Expected<size_t> Uncommitted = Tree->uncommitted();
  if (!Uncommitted)
    return Uncommitted.takeError();
  if (*Uncommitted)
    tell(formatNumberOf(*Uncommitted, "changed file") + " of your checkout " +
         (*Uncommitted == 1 ? "is" : "are") +
         " left out: the commit HEAD is worked on");
  Expected<bool> There = State.Swapping || !State.Measured
                             ? Expected<bool>(false)
                             : Tree->reenter(State.Last);
  if (!There)
    return There.takeError();
  if (!*There) {
    std::vector<std::string> Notes;
    if (Error E = Tree->begin(State.Last, Notes))
      return E;
    if (!State.Measured)
      State.Notes = std::move(Notes);
  }
  State.Swapping = false;
  for (const char *Name : {"profiles", "patches"})
    if (std::error_code EC = sys::fs::create_directories(Folder->file(Name)))
      return inContext(Folder->file(Name), errorCodeToError(EC));
  tell("builds " + StringRef(State.Last).take_front(ShortHash));
  Expected<std::string> Why = Program->build();
  if (!Why)
    return Why.takeError();
  if (!Why->empty())
    return makeError(
        "the build fails before any change: " + *Why + ": " +
        Shell->endOfLog() +
        " (the work tree is a fresh checkout, so --build must configure, too: "
        "'cmake -B build && cmake --build build')");
  return Error::success();
}

/// How far two runs of one program are apart.
Error Taming::measureNoise() {
  TameNumbers Again;
  Expected<std::string> Why = Program->record(1, output("again"), Again);
  if (!Why)
    return Why.takeError();
  if (!Why->empty())
    return makeError("the second run fails, as the first did not: " + *Why);
  const TameNumbers &First = State.Start;
  State.Noise = {AbsoluteDifference(First.Allocations, Again.Allocations),
                 AbsoluteDifference(First.Bytes, Again.Bytes),
                 AbsoluteDifference(First.Peak, Again.Peak)};
  if (State.Noise.Allocations)
    State.Notes.push_back(
        "the program varies from run to run: two runs are " +
        formatNumberOf(State.Noise.Allocations, "allocation") +
        " apart; a change must save more");
  Expected<bool> Same = Program->sameOutput(output("start"), output("again"));
  if (!Same)
    return Same.takeError();
  uint64_t Size = 0;
  sys::fs::file_size(output("start"), Size);
  State.OutputAgrees = *Same && Size;
  if (Settings.CheckOutput && !State.OutputAgrees)
    return makeError(
        *Same ? "--check-output: the program prints nothing on standard "
                "output: let --run print its results, as './solver && cat "
                "result.dat'"
              : "--check-output: two runs of one program print different "
                "things: --compare=COMMAND says what counts; it gets two files "
                "and succeeds if they agree");
  if (!*Same)
    State.Notes.push_back("the output differs from run to run, so it is not "
                          "compared: --compare=COMMAND says what counts");
  return Error::success();
}

Error Taming::measureStart() {
  tell("records the program");
  Expected<std::string> Why = Program->record(0, output("start"), State.Start);
  if (!Why)
    return Why.takeError();
  if (!Why->empty())
    return makeError("the program fails before any change: " + *Why + ": " +
                     Shell->endOfLog());
  if (Error E = measureNoise())
    return E;
  if (!Settings.Test.empty())
    tell("runs the tests");
  if (Error E = Program->test().moveInto(*Why))
    return E;
  if (!Why->empty())
    return makeError("the tests fail before any change: " + *Why + ": " +
                     Shell->endOfLog());
  if (!Settings.DryRun) {
    if (Settings.Time != TameTime::None)
      tell("measures the program's time");
    if (Error E = Timer->choose())
      return E;
  }
  State.Now = State.Start;
  State.Profile = 0;
  State.Measured = !Settings.DryRun;
  return save();
}

/// Names the results in the user's repository, also what an earlier run was
/// ended before.
Error Taming::nameResults() {
  if (State.Last == State.Head || Settings.DryRun)
    return Error::success();
  if (Error E = Tree->setBranch(Settings.Branch, State.Last, State.Branch))
    return E;
  State.Branch = State.Last;
  return save();
}

Error Taming::run() {
  if (Error E = open())
    return E;
  if (Error E = resumeOrBegin())
    return E;
  if (!Settings.DryRun) // Not after hours of work.
    if (Error E = Tree->checkBranch(Settings.Branch, State.Last, State.Branch))
      return E;
  if (!State.Done) {
    if (Error E = enterTree())
      return E;
    if (!State.Measured)
      if (Error E = measureStart())
        return E;
    if (Error E = loop())
      return E;
  }
  if (Error E = nameResults())
    return E;
  // What is not finished goes on with what is built.
  return State.Done || Settings.DryRun ? Tree->removeTree() : Error::success();
}

} // namespace anomalloc

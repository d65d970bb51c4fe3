//===- TamingSteps.cpp - tries changes, and keeps or takes them back ------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/WholeFile.h"
#include "Support/Numbers.h"
#include "cli/Messages.h"
#include "tame/TameDifference.h"
#include "tame/TameEdits.h"
#include "tame/TameGroups.h"
#include "tame/TameJudge.h"
#include "tame/Taming.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

/// Whether something can tell that a change does harm.
bool Taming::wouldTell() const {
  return State.OutputAgrees || !Settings.Test.empty();
}

/// Builds and runs the program with the changes, all together. Returns why they
/// are no good, or "". Sets what is measured in \p Step.
Expected<std::string> Taming::trial(ArrayRef<TameChange> Group,
                                    TameStep &Step) {
  if (Error E = applyEdits(Tree->path(), editsOf(Group)))
    return toString(std::move(E));
  Expected<std::string> Why = Program->build();
  if (!Why)
    return Why.takeError();
  if (!Why->empty())
    return "it does not build: " + *Why + ": " + Shell->endOfLog();
  Why = Program->record(State.Profile + 1, output("now"), Step.After);
  if (!Why)
    return Why.takeError();
  if (!Why->empty())
    return "the program fails: " + *Why;
  if (State.OutputAgrees) {
    Expected<bool> Same = Program->sameOutput(output("start"), output("now"));
    if (!Same)
      return Same.takeError();
    if (!*Same)
      return "the program's output differs" +
             (Settings.Compare.empty()
                  ? firstDifference(output("start"), output("now"))
                  : "");
  }
  Step.SavedNothing = savesNothing(State, Step.After);
  std::string NoGain = whyNoGain(State, Step.After);
  if (!NoGain.empty())
    return NoGain;
  Why = Program->test();
  if (!Why)
    return Why.takeError();
  if (!Why->empty())
    return "the tests fail: " + *Why;
  return Timer->judge(Step.After);
}

Error Taming::keep(ArrayRef<std::string> Files, TameStep Step) {
  const std::string Message = Folder->file("message");
  if (Error E = writeWholeFile(Message, [&](raw_ostream &OS) {
        OS << commitMessage(State, Step, Settings.Run, Settings.Test);
        return Error::success();
      }))
    return E;
  if (Error E = Tree->commitFiles(Files, Message).moveInto(Step.Commit))
    return E;
  if (Error E = Tree->writePatch(Step.Commit, State.kept() + 1,
                                 Folder->file("patches"))
                    .moveInto(Step.Patch))
    return E;
  Step.Kept = true;
  State.Last = Step.Commit;
  State.Now = Step.After;
  ++State.Profile;
  State.Steps.push_back(std::move(Step));
  if (Error E = save())
    return E;
  return nameResults();
}

/// Tries changes that belong together, or one. Returns whether it was kept.
Expected<bool> Taming::tryTogether(ArrayRef<TameChange> Group) {
  ++TriedNow;
  tell("tries " + changesOf(Group) +
       (Group.size() == 1
            ? ", " + formatNumberOf(Group.front().Allocations, "allocation")
            : " together"));
  const std::vector<std::string> Files = filesOf(editsOf(Group));
  TameStep Step;
  Step.Changes = Group.vec();
  for (TameChange &C : Step.Changes)
    C.Edits.clear();
  if (Error E = Timer->beforeBuild())
    return std::move(E);
  Expected<std::string> Why = trial(Group, Step);
  if (!Why)
    return Why.takeError();
  if (Why->empty()) {
    const uint64_t Saved = State.Now.Allocations - Step.After.Allocations;
    if (Error E = keep(Files, std::move(Step)))
      return std::move(E);
    tell("kept: " + formatNumberOf(Saved, "allocation") + " fewer");
    return true;
  }
  tell("taken back: " + *Why);
  if (Error E = Tree->restore(Files))
    return std::move(E);
  Step.Why = std::move(*Why);
  Step.After = {};
  State.Steps.push_back(std::move(Step));
  if (Error E = save())
    return std::move(E);
  return false;
}

/// Tries groups until one is kept. Returns whether one was.
Expected<bool> Taming::tryFirst(ArrayRef<std::vector<TameChange>> Groups) {
  for (const std::vector<TameChange> &Group : Groups) {
    if (Settings.MaxSteps && TriedNow >= *Settings.MaxSteps)
      return false;
    Expected<bool> Kept = tryTogether(Group);
    if (!Kept || *Kept)
      return Kept;
  }
  return false;
}

/// Tries each change that was not taken back before; then, in groups, those
/// that saved nothing alone. Returns whether something was kept.
Expected<bool> Taming::tryAll(ArrayRef<TameChange> Changes) {
  std::vector<std::vector<TameChange>> Single;
  for (const TameChange &C : Changes)
    if (isNew(C))
      Single.push_back({C});
  const size_t Before = TriedNow;
  Expected<bool> Kept = tryFirst(Single);
  if (!Kept || *Kept)
    return Kept;
  std::vector<TameChange> Alone;
  for (const TameChange &C : Changes)
    if (const TameStep *S = State.tried(C.Fingerprint); S && S->SavedNothing)
      Alone.push_back(C);
  std::vector<std::vector<TameChange>> Groups = groupsOf(Alone);
  erase_if(Groups, [&](const std::vector<TameChange> &Group) {
    return State.triedTogether(Group) || !wouldTell();
  });
  Kept = tryFirst(Groups);
  State.Done =
      TriedNow - Before == Single.size() + Groups.size() && Kept && !*Kept;
  return Kept;
}

/// A change that was kept may come again: in an equal line, which then has the
/// fingerprint of the first.
bool Taming::isNew(const TameChange &C) const {
  const TameStep *Before = State.tried(C.Fingerprint);
  return !Before || Before->Kept;
}

/// After each kept change lint looks anew: what it proved, it proved of the
/// source before.
Error Taming::loop() {
  for (bool Again = true; Again;) {
    tell("looks for changes");
    Expected<TameFindings> Found = Lint->find(Program->profile(State.Profile));
    if (!Found)
      return Found.takeError();
    for (const std::string &Note : Found->Notes)
      if (!is_contained(State.Notes, Note))
        State.Notes.push_back(Note);
    std::vector<TameChange> Changes;
    for (TameChange &C : Found->Changes)
      (C.IsProved || wouldTell() ? Changes : Found->Others)
          .push_back(std::move(C));
    stable_sort(Found->Others, [](const TameChange &A, const TameChange &B) {
      return A.Allocations > B.Allocations;
    });
    State.Left = std::move(Found->Others);
    if (Settings.DryRun) {
      Planned = std::move(Changes);
      return Error::success();
    }
    if (Error E = tryAll(Changes).moveInto(Again))
      return E;
  }
  return save();
}

} // namespace anomalloc

//===- Bisection.cpp - which commit broke a limit? ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bisect/Bisection.h"
#include "Budget/Budget.h"
#include "Support/Errors.h"
#include "Support/Numbers.h"
#include "cli/Layout.h"
#include "cli/Messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace anomalloc {

using Outcome = TestedCommit::Outcome;

CommandLine Bisection::withPaths(CommandLine Arguments) const {
  Arguments.push_back("--");
  append_range(Arguments, Settings.Paths);
  return Arguments;
}

/// The lines that git prints.
Expected<std::vector<std::string>>
Bisection::list(CommandLine Arguments) const {
  Expected<std::string> Text = Tree->git(std::move(Arguments));
  if (!Text)
    return Text.takeError();
  SmallVector<StringRef, 0> Lines;
  StringRef(*Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  std::vector<std::string> All;
  for (StringRef Line : Lines)
    All.push_back(Line.str());
  return All;
}

/// Reads all that is given, and makes the work tree.
Error Bisection::begin() {
  Expected<std::unique_ptr<budget::BudgetFile>> File =
      budget::readBudgets(Settings.Budget);
  if (!File)
    return File.takeError();
  SmallString<256> Real;
  if (std::error_code EC = sys::fs::real_path(Settings.Budget, Real))
    return inContext(Settings.Budget, errorCodeToError(EC));
  Budget = Real.str().str();

  if (Error E = BisectTree::create().moveInto(Tree))
    return E;
  if (Error E = findEnds())
    return E;
  for (std::string &Path : Settings.Paths)
    Path = Tree->fromTop(Path);
  if (Error E = countCommits())
    return E;
  return Tree->checkOut(Bad);
}

Error Bisection::findEnds() {
  if (Error E = Tree->commit(Settings.Good).moveInto(Good))
    return E;
  if (Error E = Tree->commit(Settings.Bad).moveInto(Bad))
    return E;
  if (Good == Bad)
    return makeError("the good commit " + Settings.Good + " and the bad one " +
                     Settings.Bad + " are the same");
  Expected<ProcessResult> IsBefore =
      Tree->tryGit({"merge-base", "--is-ancestor", Good, Bad});
  if (!IsBefore)
    return IsBefore.takeError();
  if (!IsBefore->succeeded())
    return makeError("the good commit " + Settings.Good +
                     " does not come before " + Settings.Bad +
                     ": name one that does, as 'git merge-base " +
                     Settings.Good + " " + Settings.Bad + "' prints");
  return Error::success();
}

Error Bisection::countCommits() const {
  Expected<std::string> Between =
      Tree->git(withPaths({"rev-list", "--count", Good + ".." + Bad}));
  if (!Between)
    return Between.takeError();
  uint64_t Number = 0;
  to_integer(*Between, Number);
  if (!Number)
    return makeError("no commit after " + Settings.Good + " touches " +
                     join(Settings.Paths, " "));
  tell("looks for the first bad one of " + formatNumberOf(Number, "commit"));
  return Error::success();
}

/// The command that tests the commit that is checked out.
CommandLine Bisection::step() const {
  return {findLayout().Program,
          "bisect-step",
          "--work=" + Tree->work(),
          "--base=" + Good,
          "--budget=" + Budget,
          "--build=" + Settings.Build,
          "--run=" + Settings.Run,
          "--progress=" + utostr(unsigned(Settings.ProgressTo))};
}

Expected<TestedCommit> Bisection::test(StringRef Hash) {
  TestedCommit Known = keptOf(Hash).load();
  if (Known.Its != Outcome::Untested)
    return Known;
  Expected<std::string> There =
      Tree->git({"checkout", "--quiet", "--detach", Hash.str()});
  if (!There)
    return There.takeError();
  Expected<ProcessResult> Result = Tree->runHere(step());
  if (!Result)
    return Result.takeError();
  TestedCommit Tested = keptOf(Hash).load();
  if (Tested.Its == Outcome::Untested)
    return makeError("the commit " + Hash + " could not be tested");
  return Tested;
}

/// What the last lines of the file \p Path say, to find out what is wrong.
static void tellEnd(const std::string &Path) {
  constexpr size_t Shown = 12;
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return;
  SmallVector<StringRef, 64> Lines;
  (*Text)->getBuffer().trim('\n').split(Lines, '\n');
  for (StringRef Line : ArrayRef(Lines).take_back(Shown))
    tell("| " + Line);
}

/// A bisection between ends that are not what they are said to be would name
/// any commit.
Error Bisection::testEnds() {
  for (bool IsGood : {true, false}) {
    const std::string &Hash = IsGood ? Good : Bad;
    const std::string Name = IsGood ? "the good commit " + Settings.Good
                                    : "the bad commit " + Settings.Bad;
    Expected<TestedCommit> Tested = test(Hash);
    if (!Tested)
      return Tested.takeError();
    if (Tested->Its == (IsGood ? Outcome::Good : Outcome::Bad))
      continue;
    if (Tested->Its == Outcome::Skipped) {
      tellEnd(keptOf(Hash).log());
      return makeError(Name + " cannot be tested: " + Tested->Why);
    }
    if (IsGood)
      return makeError(Name + " is not good: it breaks " + Settings.Budget +
                       ": " + Tested->Why);
    return makeError(Name + " is not bad: it holds all limits of " +
                     Settings.Budget);
  }
  return Error::success();
}

/// The first bad commit; behind commits that cannot be tested, if one of these
/// may be the first bad one.
Expected<std::vector<std::string>> Bisection::search() {
  Expected<std::string> Begun =
      Tree->git(withPaths({"bisect", "start", Bad, Good}));
  if (!Begun)
    return Begun.takeError();
  CommandLine Run = {"bisect", "run"};
  append_range(Run, step());
  Expected<ProcessResult> Result = Tree->tryGit(Run);
  if (!Result)
    return Result.takeError();
  if (Result->succeeded())
    return list({"rev-parse", "refs/bisect/bad"});
  auto Left = candidates();
  if (!Left)
    return Left.takeError();
  if (Left->empty()) // All that touch the paths are good.
    return std::vector<std::string>{Bad};
  constexpr int OnlySkippedLeft = 2;
  if (!Result->Signal && Result->Code == OnlySkippedLeft)
    return Left;
  return makeError("git bisect run failed: " +
                   join(split(StringRef(Result->Err).trim('\n'), '\n'), "; "));
}

Expected<std::vector<std::string>> Bisection::candidates() const {
  auto Goods =
      list({"for-each-ref", "--format=%(objectname)", "refs/bisect/good-*"});
  if (!Goods)
    return Goods.takeError();
  CommandLine Left = {"rev-list", "--topo-order", "--reverse",
                      "refs/bisect/bad", "--not"};
  append_range(Left, *Goods);
  return list(withPaths(std::move(Left)));
}

/// What is told if none of \p Hashes, which git found, brought anything: the
/// last one touches none of the paths, or a parent of the first one is bad
/// already. Else "".
Expected<std::string> Bisection::otherCulprit(ArrayRef<std::string> Hashes) {
  const std::string Others = Settings.Paths.empty()
                                 ? ""
                                 : "no commit that touches " +
                                       join(Settings.Paths, " ") +
                                       " is the first bad one: ";
  auto Toucher = list(withPaths({"rev-list", "-1", Hashes.back()}));
  if (!Toucher)
    return Toucher.takeError();
  if (ArrayRef<std::string>(*Toucher) != ArrayRef(Hashes.back()))
    return Others + "all of them before the bad one are good";
  const StringRef First = Hashes.front();
  // Parents that git took for good, because a commit after them is, or did not
  // look at.
  auto Parents = list({"rev-parse", (First + "^@").str()});
  if (!Parents)
    return Parents.takeError();
  for (const std::string &Parent : *Parents) {
    Expected<ProcessResult> IsOld =
        Tree->tryGit({"merge-base", "--is-ancestor", Parent, Good});
    if (!IsOld)
      return IsOld.takeError();
    if (IsOld->succeeded())
      continue;
    Expected<TestedCommit> Tested = test(Parent);
    if (!Tested)
      return Tested.takeError();
    if (Tested->Its == Outcome::Bad)
      return Others + "the parent " + Parent.substr(0, ShortHash) + " of " +
             First.take_front(ShortHash).str() + " breaks the limits already";
  }
  return "";
}

/// The nearest commit before \p Hash that was tested and is good.
Expected<std::string> Bisection::lastGoodBefore(StringRef Hash) const {
  auto Before =
      list({"rev-list", "--topo-order", (Hash + "^@").str(), "--not", Good});
  if (!Before)
    return Before.takeError();
  for (const std::string &Other : *Before)
    if (keptOf(Other).load().Its == Outcome::Good)
      return Other;
  return Good;
}

Expected<BisectResult> Bisection::resultOf(std::vector<std::string> Hashes) {
  BisectResult Result;
  Result.Budget = Settings.Budget;
  Result.Tree = Tree->path();
  const std::string Last = Hashes.back();
  if (Error E = otherCulprit(Hashes).moveInto(Result.Elsewhere))
    return std::move(E);
  if (!Result.Elsewhere.empty())
    Hashes.clear();
  if (Error E = Tree->title(Good).moveInto(Result.Good))
    return std::move(E);
  if (Error E = Tree->title(Bad).moveInto(Result.Bad))
    return std::move(E);
  for (StringRef Hash : Hashes) {
    Expected<CommitTitle> Title = Tree->title(Hash);
    if (!Title)
      return Title.takeError();
    TestedCommit Tested = keptOf(Hash).load();
    Result.Commits.push_back(
        {std::move(*Title), Tested.Its == Outcome::Skipped ? Tested.Why : ""});
  }
  if (Hashes.empty())
    return Result;
  Result.Broken = keptOf(Last).limits("broken");
  Result.Profile = keptOf(Last).profile();
  Expected<std::string> Before = lastGoodBefore(Hashes.front());
  if (!Before)
    return Before.takeError();
  Result.ProfileBefore = keptOf(*Before).profile();
  if (Error E = Tree->title(*Before).moveInto(Result.Before))
    return std::move(E);
  return Result;
}

Expected<BisectResult> Bisection::run() {
  if (Error E = begin())
    return std::move(E);
  if (Error E = testEnds())
    return std::move(E);
  Expected<std::vector<std::string>> Hashes = search();
  if (!Hashes)
    return Hashes.takeError();
  return resultOf(std::move(*Hashes));
}

} // namespace anomalloc

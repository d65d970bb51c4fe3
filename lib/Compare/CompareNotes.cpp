//===- CompareNotes.cpp - what cannot be compared, and why ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/CompareNotes.h"
#include "anomalloc/Ranks.h"
#include "anomalloc/SnapshotFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

bool hasLifetimes(const Profile &P) {
  return any_of(P.Processes,
                [](const Process &One) { return One.Lifetimes.has_value(); });
}

bool hasStacks(const Profile &P) { return !P.StackCounts.empty(); }

/// What is lost on one of \p Sides, but not on all as the same build.
std::set<StringRef> lostOnSome(ArrayRef<const Profile *> Runs) {
  std::map<std::pair<StringRef, StringRef>, size_t> Lost;
  for (const Profile *P : Runs)
    for (const auto &Object : P->LostObjects)
      ++Lost[Object];
  std::set<StringRef> Paths;
  for (const auto &[Object, Times] : Lost)
    if (Times != Runs.size() || Object.second.empty())
      Paths.insert(Object.first);
  return Paths;
}

std::string namesOf(ArrayRef<StringRef> Labels) { return join(Labels, ", "); }

/// Whether all sides have it. Notes which ones have not, if some have.
bool haveAll(ArrayRef<Side> Sides, bool (*Has)(const Profile &),
             const Twine &What, const Twine &Mode,
             std::vector<std::string> &Notes) {
  SmallVector<StringRef> Without;
  for (const Side &S : Sides)
    if (!all_of(S.Runs, [&](const Profile *P) { return Has(*P); }))
      Without.push_back(S.Label);
  if (!Without.empty() && Without.size() != Sides.size())
    Notes.push_back((What + " are not compared: " + namesOf(Without) +
                     " was recorded without them (record --mode=" + Mode + ")")
                        .str());
  return Without.empty();
}

/// What a process says of itself, the same for all runs; none if they differ.
template <typename Of> bool isSame(ArrayRef<Side> Sides, Of Each) {
  std::set<decltype(Each(std::declval<const Process &>()))> All;
  for (const Side &S : Sides)
    for (const Profile *P : S.Runs)
      for (const Process &One : P->Processes)
        All.insert(Each(One));
  return All.size() <= 1;
}

void noteEnds(ArrayRef<Side> Sides, std::vector<std::string> &Notes) {
  for (const Side &S : Sides) {
    size_t Killed = 0, Processes = 0;
    uint64_t Dropped = 0;
    for (const Profile *P : S.Runs)
      for (const Process &One : P->Processes) {
        ++Processes;
        Killed += !One.Exited && !One.info(format::SnapshotKey) &&
                  !One.info(format::EndedByKey);
        Dropped = SaturatingAdd(Dropped, One.DroppedEvents);
      }
    if (Killed)
      Notes.push_back(S.Label + ": " + utostr(Killed) + " of " +
                      utostr(Processes) +
                      (Processes == 1 ? " process" : " processes") +
                      " did not end in order: what it would have done "
                      "since is not in the numbers");
    if (Dropped)
      Notes.push_back(S.Label + ": " + utostr(Dropped) +
                      " allocations had no room in the profile and are not "
                      "in the numbers");
  }
}

} // namespace

bool haveStacksAlike(ArrayRef<const Profile *> Runs) {
  return all_of(Runs, [](const Profile *P) { return hasStacks(*P); }) &&
         lostOnSome(Runs).empty();
}

Comparable findComparable(ArrayRef<Side> Sides, const CompareOptions &Options,
                          std::vector<std::string> &Notes) {
  Comparable What;
  What.Lifetimes =
      haveAll(Sides, hasLifetimes,
              "temporaries, peaks and what was never freed", "lifetime", Notes);
  What.Stacks = haveAll(Sides, hasStacks, "stacks", "stacks", Notes);
  std::vector<const Profile *> Runs;
  for (const Side &S : Sides)
    append_range(Runs, S.Runs);
  if (std::set<StringRef> Lost = lostOnSome(Runs);
      What.Stacks && !Lost.empty()) {
    Notes.push_back("stacks are not compared: " + join(Lost, ", ") +
                    (Lost.size() == 1 ? " has" : " have") +
                    " changed since some run, or is gone: keep each version "
                    "of a program where it ran");
    What.Stacks = false;
  }
  if (any_of(Runs, [](const Profile *P) { return P->isEstimated(); }))
    Notes.push_back("numbers with ~ are 95 % intervals of estimates from "
                    "samples; what they leave open is no change");
  if (What.Lifetimes && !Options.Filter.Threads.empty()) {
    Notes.push_back("with --thread, temporaries, peaks and what was never "
                    "freed are not compared: they are not kept by thread");
    What.Lifetimes = false;
  }
  What.StackLifetimes =
      What.Stacks && What.Lifetimes &&
      all_of(Runs, [](const Profile *P) { return !P->StackLifetimes.empty(); });
  auto LimitOf = [](const Process &One) {
    return One.Lifetimes ? One.Lifetimes->TemporaryLimit : 0;
  };
  What.Temporaries = What.Lifetimes && isSame(Sides, LimitOf);
  if (What.Lifetimes && !What.Temporaries)
    Notes.push_back("temporaries are not compared: they were recorded with "
                    "different limits (record --temporary)");
  auto IsInterposed = [](const Process &One) { return One.Interposed; };
  if (!isSame(Sides, IsInterposed))
    Notes.push_back("dark allocations were seen in some processes only: their "
                    "numbers cannot be compared");
  auto RuntimeOf = [](const Process &One) {
    auto I = One.Info.find("runtime");
    return I == One.Info.end() ? std::string() : I->second;
  };
  if (!isSame(Sides, RuntimeOf))
    Notes.push_back("the profiles were recorded by different versions of "
                    "Anomalloc: what counts as a site may differ");
  noteEnds(Sides, Notes);
  return What;
}

void noteMatches(Comparison &C) {
  auto HasSites = [](const Side &S) {
    return any_of(S.Runs, [](const Profile *P) { return !P->Sites.empty(); });
  };
  for (size_t I = 1; I != C.Sides.size(); ++I) {
    const StringRef Base = C.Sides[0].Label, New = C.Sides[I].Label;
    if (!HasSites(C.Sides[0]) || !HasSites(C.Sides[I])) {
      C.Notes.push_back(((HasSites(C.Sides[0]) ? New : Base) +
                         " has no instrumented code: only dark allocations "
                         "and sums can be compared")
                            .str());
      continue;
    }
    const MatchSums &M = C.Matches[I];
    if (!M.anyMatched() && (M.Added.Sites || M.Gone.Sites))
      C.Notes.push_back(("no site of " + New + " is in " + Base +
                         ": are these runs of one program?")
                            .str());
  }
}

} // namespace anomalloc

//===- BisectResult.cpp - what a bisection found --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bisect/BisectResult.h"
#include "Profile/Texts.h"
#include "inputs/Inputs.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// The profile at \p Path, with paths as the user's work tree has them.
Expected<std::unique_ptr<Profile>> readRun(StringRef Path, StringRef Tree,
                                           bool ForPeople) {
  Expected<std::unique_ptr<Profile>> P = readInputs({Path}, {});
  if (!P)
    return P;
  changeTexts(**P, [&](StringRef Text) -> std::optional<std::string> {
    if (!Text.consume_front(Tree) || !Text.consume_front("/"))
      return std::nullopt;
    return Text.str();
  });
  if (ForPeople)
    makePrintable(**P);
  return P;
}

bool hasGrown(const Comparison &C, const ComparedRow &R, Measure M) {
  return C.spread(R, M, 1).Most > C.spread(R, M, 0).Most;
}

} // namespace

Expected<GrownSites> findGrownSites(const BisectResult &Result,
                                    bool ForPeople) {
  GrownSites Grown;
  if (Result.Commits.empty())
    return Grown;
  if (Error E = readRun(Result.ProfileBefore, Result.Tree, ForPeople)
                    .moveInto(Grown.Before))
    return std::move(E);
  if (Error E =
          readRun(Result.Profile, Result.Tree, ForPeople).moveInto(Grown.After))
    return std::move(E);
  Grown.Its = compareRuns(
      {{"before", {Grown.Before.get()}}, {"after", {Grown.After.get()}}}, {});
  const ComparedTable &T = Grown.Its.Sites;
  // Who held the peak is said of one moment, and that may be another one: it
  // says something only if nothing else does.
  for (bool PeakToo : {false, true}) {
    if (!Grown.Sites.empty())
      break;
    for (const ComparedRow &R : T.Rows)
      for (Measure M : T.Measures)
        if ((PeakToo || M != Measure::PeakBytes) && hasGrown(Grown.Its, R, M)) {
          Grown.Sites.push_back({&R, M});
          break;
        }
  }
  return Grown;
}

} // namespace anomalloc

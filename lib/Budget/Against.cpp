//===- Against.cpp - what runs are compared with --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Against.h"
#include "Compare/CompareNotes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc::budget {

Against::Against(std::vector<const Run *> Runs, ArrayRef<const Run *> Judged)
    : Base(std::move(Runs)) {
  if (Base.empty())
    return;
  std::vector<const Profile *> Profiles;
  for (const Run *R : Base)
    Profiles.push_back(&R->P);
  for (const Run *R : Judged)
    Profiles.push_back(&R->P);
  Match = matchSites(Profiles);
  HasStacks = haveStacksAlike(Profiles);

  std::vector<bool> Ran(Match.numSites());
  auto NumberOf = [&](size_t Profile, size_t I) {
    return Match.site(Profile, SiteIndex(I)).Number;
  };
  for (auto [B, R] : enumerate(Base))
    for (auto [I, Allocations] : enumerate(R->OfSite))
      if (Allocations)
        Ran[NumberOf(profileOfBase(B), I)] = true;
  for (auto [J, R] : enumerate(Judged)) {
    std::vector<bool> &Its = Known.emplace_back();
    for (size_t I = 0; I != R->OfSite.size(); ++I)
      Its.push_back(Ran[NumberOf(profileOfJudged(J), I)]);
  }
}

} // namespace anomalloc::budget

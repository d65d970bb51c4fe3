//===- Recover.cpp - sites of code that the pass did not see --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/Recover.h"
#include "Profile/FortranLines.h"
#include "Profile/SiteLayouts.h"
#include "Recover/CallsOfStacks.h"
#include "Recover/CodeOfRun.h"
#include "Recover/MakersOfStacks.h"
#include "Recover/SitesOfOrigins.h"
#include "llvm/ADT/STLExtras.h"

namespace anomalloc {

void recoverSites(Profile &P, const SymbolizeOptions &Options) {
  CodeOfRun Code(P, Options.Root);
  const bool HadSites = !P.Sites.empty();
  const RecoveredSites Sites = addSites(P, Code, Options);
  // A program may leave all its allocations to libraries. Its lines have loops.
  if (!Sites.Any && HadSites)
    return;
  chargeSites(P, Sites);
  addMakersOfStacks(P, Code);
  addCallsOfStacks(P, Code);
  for (Site &S : P.Sites)
    if (S.FromBinary)
      S.ChangeFrame = P.changeFrame(S.Chain);
  nameCallsOfLibraries(P, Code);
}

std::vector<std::string> nameCode(Profile &P, bool WithStacks) {
  std::vector<std::string> Changed = symbolize(P);
  if (WithStacks && !P.StackCounts.empty())
    llvm::append_range(Changed, symbolizeStacks(P));
  recoverSites(P);
  readSiteLayouts(P);
  readFortranLines(P);
  llvm::sort(Changed);
  Changed.erase(llvm::unique(Changed), Changed.end());
  return Changed;
}

} // namespace anomalloc

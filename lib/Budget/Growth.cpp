//===- Growth.cpp - lines that have more than in the base -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Growth.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace anomalloc::budget {
namespace {

/// What a line is known again by: its kind, its number, that of its callee.
using GrowthKey = std::tuple<int, uint32_t, uint32_t>;

GrowthKey keyOf(const Culprit &C, size_t Profile, const SiteMatch &Match) {
  if (C.Dark)
    return {0, Match.dark(Profile, *C.Dark), 0};
  if (C.Levels.empty())
    return {1, 0, 0};
  const uint32_t Callee = Match.function(Profile, C.Callee);
  if (std::optional<uint32_t> Line = Match.line(Profile, C.Levels.front()))
    return {2, *Line, Callee};
  // Code without lines.
  return {3, Match.function(Profile, C.Levels.front().Function), Callee};
}

/// Adds \p More to \p To, which has the same key.
void merge(Culprit &To, const Culprit &More) {
  To.Its.Number = SaturatingAdd(To.Its.Number, More.Its.Number);
  To.Allocations = SaturatingAdd(To.Allocations, More.Allocations);
  To.Depth = std::max(To.Depth, More.Depth);
  append_range(To.Sites, More.Sites);
}

/// The lines of one run, one for each key; of several, the first has the most.
struct KeyedLines {
  std::vector<Culprit> Lines;
  std::map<GrowthKey, size_t> Of;
  size_t Profile;

  KeyedLines(FoundIn Found, const SiteMatch &Match) : Profile(Found.Profile) {
    for (Culprit &C : Found.Culprits) {
      auto [I, IsNew] = Of.try_emplace(keyOf(C, Profile, Match), Lines.size());
      if (IsNew)
        Lines.push_back(std::move(C));
      else
        merge(Lines[I->second], C);
    }
  }
};

using SiteNumbers = std::set<uint32_t>;

/// The keys of lines that share their sites with no other line.
std::map<SiteNumbers, GrowthKey> soleOwners(const KeyedLines &Its,
                                            const SiteMatch &Match) {
  std::map<uint32_t, size_t> Owners;
  std::map<SiteNumbers, GrowthKey> Sole;
  for (const auto &[Line, I] : Its.Of) {
    SiteNumbers Numbers;
    for (SiteIndex S : Its.Lines[I].Sites)
      Numbers.insert(Match.site(Its.Profile, S).Number);
    for (uint32_t Number : Numbers)
      ++Owners[Number];
    Sole.emplace(std::move(Numbers), Line);
  }
  for (auto I = Sole.begin(); I != Sole.end();)
    if (I->first.empty() ||
        any_of(I->first, [&](uint32_t Number) { return Owners[Number] != 1; }))
      I = Sole.erase(I);
    else
      ++I;
  return Sole;
}

} // namespace

std::vector<Culprit> grownFirst(FoundIn New, const FoundIn &Old,
                                const SiteMatch &Match) {
  KeyedLines Now(std::move(New), Match);
  const KeyedLines Before(Old, Match);
  for (const auto &[Its, I] : Now.Of) {
    auto Known = Before.Of.find(Its);
    Now.Lines[I].Was =
        Known == Before.Of.end() ? Value() : Before.Lines[Known->second].Its;
  }
  // A line that is not known again may still be the only one of its sites, as
  // where a function was changed and renamed that calls a constructor.
  const std::map<SiteNumbers, GrowthKey> SoleBefore = soleOwners(Before, Match);
  for (const auto &[Sites, Its] : soleOwners(Now, Match))
    if (auto Then = SoleBefore.find(Sites); Then != SoleBefore.end() &&
                                            !Before.Of.count(Its) &&
                                            !Now.Of.count(Then->second))
      Now.Lines[Now.Of.at(Its)].Was =
          Before.Lines[Before.Of.at(Then->second)].Its;

  llvm::stable_sort(Now.Lines, [](const Culprit &A, const Culprit &B) {
    return A.grown() > B.grown();
  });
  return std::move(Now.Lines);
}

} // namespace anomalloc::budget

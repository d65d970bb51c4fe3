//===- Growth.cpp - lines that have more than in the base -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Growth.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc::budget {
namespace {

/// What a line is known again by: its kind, its number, that of its callee.
using Key = std::tuple<int, uint32_t, uint32_t>;

Key keyOf(const Culprit &C, size_t Profile, const SiteMatch &Match) {
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

} // namespace

std::vector<Culprit> growthOf(FoundIn New, const FoundIn &Old,
                              const SiteMatch &Match) {
  std::map<Key, uint64_t> Before;
  for (const Culprit &C : Old.Culprits) {
    uint64_t &Sum = Before[keyOf(C, Old.Profile, Match)];
    Sum = SaturatingAdd(Sum, C.Its.Number);
  }
  // Of several with one key the first has the most.
  std::map<Key, size_t> Seen;
  std::vector<Culprit> Grown;
  for (Culprit &C : New.Culprits) {
    const Key Its = keyOf(C, New.Profile, Match);
    auto [I, IsNew] = Seen.try_emplace(Its, Grown.size());
    if (!IsNew) {
      merge(Grown[I->second], C);
      continue;
    }
    auto Known = Before.find(Its);
    C.Was = Value{Known == Before.end() ? 0 : Known->second};
    Grown.push_back(std::move(C));
  }
  erase_if(Grown, [](const Culprit &C) { return !C.grown(); });
  llvm::stable_sort(Grown, [](const Culprit &A, const Culprit &B) {
    return A.grown() > B.grown();
  });
  return Grown;
}

} // namespace anomalloc::budget

//===- IterationCounts.cpp - how often the loops around a site went round -===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/IterationCounts.h"
#include "Profile/Totals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc {

IterationCounts::IterationCounts(const Profile &P) : P(P) {
  for (const CallEdge &E : P.Edges)
    CallsOf.emplace(E.Callee, &E);
}

IterationCounts::Divisor IterationCounts::of(const Loop &L) const {
  if (L.CountsIterations)
    return L.Iterations ? Divisor{Per::Iteration, L.Iterations} : Divisor();
  if (!L.CountsEntries || !L.Entries)
    return {};
  if (L.TripCount)
    return {Per::Iteration, SaturatingMultiply(L.Entries, L.TripCount)};
  return {Per::Entry, L.Entries};
}

/// None: not all ways to \p Function pass a loop.
std::optional<IterationCounts::Loops>
IterationCounts::loopsAroundCalls(uint64_t Function) const {
  Loops Found;
  std::set<uint64_t> Seen{Function};
  SmallVector<uint64_t, 8> Left{Function};
  while (!Left.empty()) {
    auto [First, Last] = CallsOf.equal_range(Left.pop_back_val());
    if (First == Last)
      return std::nullopt;
    for (const auto &[Callee, E] : make_range(First, Last)) {
      if (E->Loop)
        Found.insert(*E->Loop);
      else if (E->LoopDepth || !E->Caller)
        return std::nullopt;
      else if (Seen.insert(E->Caller).second)
        Left.push_back(E->Caller);
    }
  }
  return Found;
}

IterationCounts::Divisor IterationCounts::of(const Site &S) const {
  if (S.InnermostLoop)
    return of(P.loop(*S.InnermostLoop));
  std::optional<Loops> Around = loopsAroundCalls(S.FunctionHash);
  if (!Around)
    return {};
  Divisor Sum;
  for (LoopIndex L : *Around) {
    const Loop &Its = P.loop(L);
    // What never ran called nobody.
    if (Its.CountsIterations && !Its.Iterations)
      continue;
    Divisor One = of(Its);
    if (One.Basis != Per::Iteration)
      return {};
    Sum = {Per::Iteration, SaturatingAdd(Sum.Number, One.Number)};
  }
  return Sum;
}

} // namespace anomalloc

//===- HotChains.cpp - where the causes of hot lines may lie --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/HotChains.h"
#include "Lint/HeaderCover.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace llvm;

namespace anomalloc::lint {

/// The frames of \p C up to the line to change, until \p Visit says true.
static bool anyFrame(const Measurements &M, const MeasuredChain &C,
                     function_ref<bool(const MeasuredFrame &)> Visit) {
  for (std::optional<uint32_t> At = C.Innermost; At;
       At = M.Frames[*At].Caller) {
    if (Visit(M.Frames[*At]))
      return true;
    if (At == C.Change)
      return false;
  }
  return false;
}

void followHotChains(Selection &S, const Database &D, const Project &P,
                     const MeasuredWeights &Weights, Measurer &Measure,
                     uint64_t Least, StringRef ResourceFolder, unsigned Jobs) {
  const Measurements &M = Weights.all();
  // What makers made are chains of their own, and of those who called them.
  std::set<uint64_t> OfMakers, OfCalls;
  auto IsHot = [&](const MeasuredChain &C) {
    return !C.Shared && C.Allocations >= Least;
  };
  for (auto [I, C] : enumerate(M.Chains)) {
    if (!IsHot(C) || !anyFrame(M, C, [&](const MeasuredFrame &F) {
          return S.wants(P, Measure.realFile(F.File), F.Line);
        }))
      continue;
    S.Chains.insert(uint32_t(I));
    if (C.OfCall)
      OfCalls.insert(C.Sites.begin(), C.Sites.end());
    else if (!C.Change)
      OfMakers.insert(C.Sites.begin(), C.Sites.end());
  }
  std::set<uint32_t> Along = S.Chains;
  for (auto [I, C] : enumerate(M.Chains))
    if (IsHot(C) && any_of(C.Sites, [&, &Chain = C](uint64_t Id) {
          return Chain.OfCall ? OfMakers.count(Id)
                              : !Chain.Change && OfCalls.count(Id);
        }))
      Along.insert(uint32_t(I));

  std::set<std::string> Headers;
  std::set<const Unit *> More;
  for (uint32_t I : Along)
    anyFrame(M, M.Chains[I], [&](const MeasuredFrame &F) {
      const std::string &File = Measure.realFile(F.File);
      if (const Unit *U = D.find(File))
        More.insert(U);
      else if (P.owns(File))
        Headers.insert(File);
      return false;
    });
  std::vector<const Unit *> Chosen = S.Units;
  append_range(Chosen, More);
  if (!Headers.empty()) {
    // Of a header that is nowhere included nothing can be asked.
    HeaderCover Cover = coverHeaders(Headers, D, Chosen, ResourceFolder, Jobs);
    More.insert(Cover.Units.begin(), Cover.Units.end());
  }
  for (const Unit *U : More)
    if (!is_contained(S.Units, U))
      S.Followed.insert(U);
  append_range(S.Units, S.Followed);
  sort(S.Units); // as they stand in the database
}

} // namespace anomalloc::lint

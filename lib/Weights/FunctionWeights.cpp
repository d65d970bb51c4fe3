//===- FunctionWeights.cpp - what a function allocated --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/FunctionWeights.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

/// Chains by file, line and function.
using ByLine =
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::vector<uint32_t>>;

void add(ByLine &Lines, const MeasuredFrame &F, size_t Chain) {
  Lines[{F.File, F.Line, F.Function}].push_back(uint32_t(Chain));
}

/// Lines that allocated nothing are left out.
std::vector<LineShare> shares(ByLine Lines, const MeasuredWeights &Weights) {
  std::vector<LineShare> Shares;
  for (auto &[Key, Chains] : Lines) {
    LineShare S;
    std::tie(S.File, S.Line, S.Function) = Key;
    S.Sum = Weights.sum(std::move(Chains));
    if (S.Sum.Allocations)
      Shares.push_back(std::move(S));
  }
  sort(Shares, [](const LineShare &A, const LineShare &B) {
    return std::tie(B.Sum.Allocations, A.File, A.Line, A.Function) <
           std::tie(A.Sum.Allocations, B.File, B.Line, B.Function);
  });
  return Shares;
}

} // namespace

std::optional<MeasuredFunction> measuredFunction(const MeasuredWeights &Weights,
                                                 const SoughtFunction &F) {
  const Measurements &M = Weights.all();
  BitVector Named(M.Functions.size());
  for (auto [I, Name] : enumerate(M.Functions))
    if (!Name.empty() && is_contained(F.LinkageNames, Name))
      Named.set(unsigned(I));
  std::map<uint32_t, bool> Fits; // by function
  auto IsOurs = [&](const MeasuredFrame &At) {
    if (Named.test(At.Function))
      return true;
    if (At.File != F.File || At.Line < F.FirstLine || At.Line > F.LastLine)
      return false;
    auto [Slot, New] = Fits.try_emplace(At.Function);
    if (New)
      Slot->second = F.Fits(M.Functions[At.Function]);
    return Slot->second;
  };

  std::vector<uint32_t> Made, All, InBody;
  std::set<uint32_t> Bodies; // functions that the code is of
  bool Exact = !F.HasInstances;
  ByLine Own, For;
  for (auto [I, C] : enumerate(M.Chains)) {
    const MeasuredFrame *Ours = nullptr; // the innermost that is
    bool Before = true;                  // up to the line to change
    for (std::optional<uint32_t> At = C.Innermost; At && !Ours;
         At = M.Frames[*At].Caller) {
      if (IsOurs(M.Frames[*At])) {
        Ours = &M.Frames[*At];
        break;
      }
      Before &= At != C.Change;
    }
    const bool Maker =
        any_of(C.Makers, [&](uint32_t Name) { return Named.test(Name); });
    if (!Ours && !Maker)
      continue;
    All.push_back(uint32_t(I));
    if (Ours)
      Bodies.insert(Ours->Function);
    if (!Maker && !Before)
      continue;
    Made.push_back(uint32_t(I));
    Exact &= !C.Shared || !C.Allocations;
    if (Ours && Before) {
      InBody.push_back(uint32_t(I));
      add(Own, *Ours, I);
    }
    if (C.Change && &M.Frames[*C.Change] != Ours)
      add(For, M.Frames[*C.Change], I);
  }
  if (All.empty())
    return std::nullopt;
  MeasuredFunction Found;
  Found.Made = Weights.sum(std::move(Made));
  Found.WithCallees = Weights.sum(std::move(All));
  // Calls are of one body, and so must the blocks be.
  if (Exact && Bodies.size() == 1 && Named.test(*Bodies.begin()) &&
      Weights.sum(std::move(InBody)).Allocations == Found.Made.Allocations)
    if (auto I = M.Calls.find(*Bodies.begin()); I != M.Calls.end() && I->second)
      Found.Calls = I->second;
  Found.Lines = shares(std::move(Own), Weights);
  Found.For = shares(std::move(For), Weights);
  return Found;
}

} // namespace anomalloc

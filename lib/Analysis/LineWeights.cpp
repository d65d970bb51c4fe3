//===- LineWeights.cpp - what each source line allocated ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LineWeights.h"
#include "Analysis/LoopDepth.h"
#include "Analysis/UserCallers.h"
#include "Profile/Totals.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

using SizeCounts = std::map<uint64_t, uint64_t>;
using Line = std::pair<StringRef, uint32_t>; ///< File and number.

std::vector<SizeCounts> countsOfSites(const Profile &P) {
  std::vector<SizeCounts> BySite(P.Sites.size());
  for (const Count &C : P.Counts)
    if (C.Site && C.Allocations && isHeap(P, C)) {
      uint64_t &Sum = BySite[uint32_t(*C.Site)][C.Size];
      Sum = SaturatingAdd(Sum, C.Allocations);
    }
  return BySite;
}

std::set<Line> userLines(const Profile &P, ArrayRef<Frame> Frames) {
  std::set<Line> Lines;
  for (const Frame &F : Frames)
    if (F.Line && !F.File.empty() && !P.isSystemFile(F.File))
      Lines.insert({F.File, F.Line});
  return Lines;
}

LineWeight weightOf(uint32_t Line, const SizeCounts &Counts) {
  LineWeight Weight;
  Weight.Line = Line;
  for (auto [Size, Allocations] : Counts) {
    Weight.Sum.add(Allocations, Size);
    Weight.Sizes.push_back({Size, Allocations});
  }
  sort(Weight.Sizes, [](const auto &A, const auto &B) {
    return std::tie(B.Allocations, A.Size) < std::tie(A.Allocations, B.Size);
  });
  return Weight;
}

} // namespace

LineWeights computeLineWeights(const Profile &P) {
  std::vector<SizeCounts> BySite = countsOfSites(P);
  LoopDepths Depths(P);
  UserCallers Callers(P, Depths);
  std::map<Line, SizeCounts> ByLine;
  // What a line may have made besides: it shares the site with other lines.
  std::map<Line, uint64_t> Shared;

  for (auto [S, Counts] : zip(P.Sites, BySite)) {
    if (S.Family == SiteFamily::Pool)
      continue;
    std::set<Line> Lines = userLines(P, S.Chain);
    if (Lines.empty()) {
      const UserLines &Leading = Callers.of(S);
      Lines = userLines(P, Leading.Lines);
      if (Lines.size() + Leading.Others > 1) {
        for (const Line &L : Lines)
          for (auto [Size, Allocations] : Counts)
            Shared[L] = SaturatingAdd(Shared[L], Allocations);
        continue;
      }
    }
    for (const Line &L : Lines) {
      SizeCounts &Sums = ByLine[L];
      for (auto [Size, Allocations] : Counts)
        Sums[Size] = SaturatingAdd(Sums[Size], Allocations);
    }
  }

  LineWeights Weights;
  for (const auto &[L, Counts] : ByLine) {
    LineWeight Weight = weightOf(L.second, Counts);
    auto Unsure = Shared.find(L);
    if (Unsure == Shared.end() || Unsure->second <= Weight.Sum.Allocations)
      Weights[L.first].push_back(std::move(Weight));
  }
  return Weights;
}

} // namespace anomalloc

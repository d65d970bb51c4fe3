//===- MatchSums.cpp - how many sites were found again --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/TableBuilder.h"

using namespace llvm;

namespace anomalloc {

void sumMatches(Comparison &C, ArrayRef<const Profile *> Runs,
                const SiteMatch &Match, const ComparedSites &Sites) {
  C.Matches.resize(C.Sides.size());
  for (size_t Side = 1; Side != C.Sides.size(); ++Side) {
    std::map<uint32_t, std::pair<MatchedBy, bool>> Ways;
    for (size_t Run = C.RunsOf[Side].first; Run != C.RunsOf[Side].second; ++Run)
      for (uint32_t I = 0; I != Runs[Run]->Sites.size(); ++I) {
        const SiteMatch::Entry &E = Match.site(Run, SiteIndex(I));
        auto [Known, IsNew] =
            Ways.try_emplace(E.Number, std::pair(E.How, E.ByOrder));
        if (!IsNew)
          Known->second = std::max(Known->second, std::pair(E.How, E.ByOrder));
      }
    auto MeanOf = [&](const ComparedRow &R, size_t Of) {
      auto [First, Behind] = C.RunsOf[Of];
      uint64_t Sum = 0;
      for (size_t I = First; I != Behind; ++I)
        Sum = SaturatingAdd(Sum, R.Values[size_t(Measure::Allocations)][I]);
      return Sum / (Behind - First);
    };
    MatchSums &To = C.Matches[Side];
    for (const auto &[Key, R] : Sites.Rows) {
      const uint64_t Before = MeanOf(R, 0), Now = MeanOf(R, Side);
      if (!R.Its || (!Before && !Now))
        continue;
      if (!R.InSide[Side])
        To.Gone.add(Before);
      else if (!R.InSide[0])
        To.Added.add(Now);
      else {
        auto [How, ByOrder] = Ways[Key.second];
        To.By[std::min(size_t(How), To.By.size() - 1)].add(Now);
        if (ByOrder)
          To.ByOrder.add(Now);
      }
    }
  }
}

} // namespace anomalloc

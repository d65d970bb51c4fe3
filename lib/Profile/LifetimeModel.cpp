//===- LifetimeModel.cpp - lifetimes of the model -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ModelBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

void addTo(LifetimeCounts &To, const LifetimeCounts &From) {
  addSaturated(To.Allocated, From.Allocated);
  addSaturated(To.Freed, From.Freed);
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text)                          \
  addSaturated(To.Member, From.Member);
#include "anomalloc/LifetimeCounters.def"
  addSaturated(To.Peak, From.Peak);
  addSaturated(To.AtPeak, From.AtPeak);
  To.PeakIsBound |= From.PeakIsBound;
  for (auto [Bucket, Number] : From.Buckets)
    addSaturated(To.Buckets[Bucket], Number);
}

void addTo(Lifetime &To, const Lifetime &From) {
  addTo(To.Counts, From.Counts);
  if (From.Drawn.Blocks) {
    if (!To.Drawn.Blocks)
      To.Drawn.Stratum = From.Drawn.Stratum;
    addSaturated(To.Drawn.Blocks, From.Drawn.Blocks);
    To.Drawn.Weight = double(To.Counts.Allocated) / double(To.Drawn.Blocks);
  }
  for (auto [Dark, Number] : From.FreeSites) {
    auto Same = llvm::find_if(
        To.FreeSites, [D = Dark](const auto &Pair) { return Pair.first == D; });
    if (Same == To.FreeSites.end())
      To.FreeSites.push_back({Dark, Number});
    else
      addSaturated(Same->second, Number);
  }
}

void ModelBuilder::addLifetime(Lifetime L) {
  CountKey Key = {L.Site ? uint32_t(*L.Site) : UINT32_MAX,
                  L.Dark ? uint32_t(*L.Dark) : UINT32_MAX, uint32_t(L.Section),
                  0, L.Size};
  auto [I, New] = LifetimeOf.try_emplace(Key, P->Lifetimes.size());
  if (New) {
    P->Lifetimes.emplace_back();
    P->Lifetimes.back().Site = L.Site;
    P->Lifetimes.back().Dark = L.Dark;
    P->Lifetimes.back().Section = L.Section;
    P->Lifetimes.back().Size = L.Size;
  }
  addTo(P->Lifetimes[I->second], L);
}

void ModelBuilder::addLifetimes(const RawProfile &Raw,
                                const std::vector<const UnitMap *> &UnitMaps,
                                const std::vector<SectionIndex> &Sections,
                                const std::vector<DarkIndex> &Dark) {
  for (const RawProfile::Lifetime &R : Raw.Lifetimes) {
    if (R.Stack != RawProfile::None)
      continue;
    Lifetime L;
    if (R.Key.Unit != RawProfile::None)
      L.Site = UnitMaps[R.Key.Unit]->Sites[R.Key.Site];
    if (R.Key.Dark != RawProfile::None)
      L.Dark = Dark[R.Key.Dark];
    L.Section = Sections[R.Key.Section];
    L.Size = R.Key.Size;
    L.Counts = R.Counts;
    for (auto [Pc, Number] : R.FreeSites)
      L.FreeSites.push_back({Dark[Pc], Number});
    addLifetime(std::move(L));
  }
}

} // namespace anomalloc

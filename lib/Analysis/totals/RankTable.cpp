//===- RankTable.cpp - how evenly ranks allocate --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/RankTable.h"
#include "Analysis/totals/ProcessMemory.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

void SpreadOverRanks::add(uint64_t Number, uint32_t Rank) {
  ++Ranks;
  if (!Number)
    return;
  if (Having++)
    Its.add(RankSpread::of(Number, Rank));
  else
    Its = RankSpread::of(Number, Rank);
}

static void addTold(std::optional<SpreadOverRanks> &To, uint64_t Number,
                    uint32_t Rank) {
  if (!Number)
    return;
  if (!To)
    To.emplace();
  To->add(Number, Rank);
}

bool RankTable::isUneven(const RankCount &C) const {
  const SpreadOverRanks Its = allocations(C);
  return Ranks > 1 && double(Its.Its.Most) >= 2 * Its.mean() &&
         Its.excess() * 100 >= MeanOfAll;
}

RankTable computeRanks(const Profile &P, std::vector<const RankCount *> Rows) {
  RankTable T;
  std::set<StringRef> Hosts;
  for (const Process &One : P.Processes) {
    std::optional<uint32_t> Rank = One.rank();
    if (!Rank)
      continue;
    ++T.All;
    Hosts.insert(One.info("host").value_or(""));
    addTold(T.PeakResident, peakResident(One), *Rank);
    addTold(T.PeakLive, One.Lifetimes ? One.Lifetimes->PeakBytes : 0, *Rank);
  }
  T.Hosts = Hosts.size();
  for (const RankCount &C : P.RankCounts)
    T.Ranks = std::max<uint64_t>(T.Ranks, C.Ranks);
  T.Rows = std::move(Rows);
  stable_sort(T.Rows, [&T](const RankCount *A, const RankCount *B) {
    return T.allocations(*A).excess() > T.allocations(*B).excess();
  });
  for (const RankCount &C : P.RankCounts)
    if (!C.Site && !C.Dark && !C.Section && !C.Size)
      T.MeanOfAll = T.allocations(C).mean();
  return T;
}

} // namespace anomalloc

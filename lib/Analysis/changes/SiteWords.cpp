//===- SiteWords.cpp - which entry has a site, or why none ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/SiteWords.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

/// Why the site \p S has no entry.
static NoEntry whyNot(const ChangeList &List, const FindingContext &Context,
                      SiteIndex S) {
  const Profile &P = Context.P;
  const MemorySpace Space = P.site(S).Space;
  if (P.site(S).Family == SiteFamily::Pool &&
      (Space == MemorySpace::Host || Space == MemorySpace::LibraryPool))
    return NoEntry::Pool;
  auto Counted = [&](uint32_t Line) {
    return List.Lines.Lines[Line].isKnown();
  };
  if (List.Lines.of(S).empty() && P.site(S).FromBinary)
    return NoEntry::NoCaller;
  if (List.Lines.CallsCounted && none_of(List.Lines.of(S), Counted))
    return NoEntry::Indirect;
  auto G = find_if(List.Groups, [&](const BlockGroup &One) {
    return is_contained(One.Sites, S);
  });
  if (G == List.Groups.end() || !Context.isFrequent(G->Allocated.Allocations))
    return NoEntry::Few;
  if (!G->HasLifetimes)
    return NoEntry::NoRule;
  const LifetimeSum &Sum = G->Sum;
  if (Sum.Live.Allocations > Sum.Allocated.Allocations / 2)
    return NoEntry::Lives;
  if (G->Peak > Sum.Allocated.Allocations / 1000)
    return NoEntry::LongLived;
  return NoEntry::NoRule;
}

void addWords(ChangeList &To, const FindingContext &Context) {
  const Profile &P = Context.P;
  To.OfSite.resize(P.Sites.size());
  std::vector<uint64_t> Most(P.Sites.size());
  for (const auto &[I, E] : enumerate(To.Entries))
    for (const ChangeEntry::Part &One : E.Parts)
      for (SiteIndex S : One.Group->Sites) {
        uint64_t &Of = Most[uint32_t(S)];
        std::optional<uint32_t> &Entry = To.OfSite[uint32_t(S)].Entry;
        if (Entry && One.Found.MostBlocks <= Of)
          continue;
        Of = One.Found.MostBlocks;
        Entry = I;
      }
  for (const auto &[I, Word] : enumerate(To.OfSite))
    if (!Word.Entry)
      Word.Why = whyNot(To, Context, SiteIndex(I));
}

} // namespace anomalloc

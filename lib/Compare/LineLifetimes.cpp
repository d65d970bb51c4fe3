//===- LineLifetimes.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/LineLifetimes.h"
#include "Analysis/lines/LineReader.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

/// The numbers of blocks that comparisons look at.
constexpr uint64_t LifetimeCounts::*Numbers[] = {
    &LifetimeCounts::Allocated, &LifetimeCounts::Freed,
    &LifetimeCounts::Temporary, &LifetimeCounts::AtPeak};

/// Blocks of one site, or of dark code, of one section and size.
using Key = std::tuple<std::optional<SiteIndex>, SectionIndex, uint64_t>;

template <typename Row> Key keyOf(const Row &R) {
  return {R.Site, R.Section, R.Size};
}

/// Takes from \p From what is in \p Stacks, and from \p Stacks the same.
void takeAway(Lifetime &From, Lifetime &Stacks) {
  for (auto Number : Numbers) {
    uint64_t Both = std::min(From.Counts.*Number, Stacks.Counts.*Number);
    From.Counts.*Number -= Both;
    Stacks.Counts.*Number -= Both;
  }
}

} // namespace

void forEachLineLifetime(
    const Profile &P, const Filter &F,
    function_ref<void(const Frame *, const Lifetime &)> Take) {
  const LoopDepths Depths(P);
  LineReader Reader(P, Depths);
  auto IsPool = [&P](std::optional<SiteIndex> Site) {
    return Site && P.site(*Site).Family == SiteFamily::Pool;
  };
  auto HasLine = [&Reader](std::optional<SiteIndex> Site) {
    return Site && Reader.lineOfChain(*Site);
  };
  std::map<Key, Lifetime> WithStack;
  std::map<std::pair<StackIndex, std::optional<SiteIndex>>,
           std::optional<ChangeLine>>
      LineOf;
  for (const StackLifetime *L : applyFilterToStackLifetimes(P, F)) {
    if (IsPool(L->Site) || HasLine(L->Site))
      continue;
    Lifetime &Sum = WithStack[keyOf(*L)];
    for (auto Number : Numbers)
      Sum.Counts.*Number += L->Counts.*Number;
    Sum.Drawn.Blocks += L->Drawn.Blocks;
    auto [Line, IsNew] = LineOf.try_emplace({L->Stack, L->Site});
    if (IsNew)
      Line->second = Reader.lineOfStack({L->Stack, L->Site});
    Lifetime Its;
    Its.Site = L->Site;
    Its.Size = L->Size;
    Its.Counts = L->Counts;
    Its.Drawn = L->Drawn;
    Take(Line->second ? &Line->second->line() : nullptr, Its);
  }
  for (const Lifetime *L : applyFilterToLifetimes(P, F)) {
    if (IsPool(L->Site))
      continue;
    if (HasLine(L->Site)) {
      Take(&Reader.lineOfChain(*L->Site)->line(), *L);
      continue;
    }
    Lifetime &Stacks = WithStack[keyOf(*L)];
    Lifetime Rest = *L;
    const uint64_t Drawn = std::min(Rest.Drawn.Blocks, Stacks.Drawn.Blocks);
    Stacks.Drawn.Blocks -= Drawn;
    if (Drawn && Drawn == Rest.Drawn.Blocks)
      continue; // Numbers of two estimates may differ by what was rounded.
    takeAway(Rest, Stacks);
    Take(nullptr, Rest);
  }
}

} // namespace anomalloc

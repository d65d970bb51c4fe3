//===- Measure.cpp - profile to lint weights ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/weights/Measure.h"
#include "Analysis/changes/ChangeList.h"
#include "Analysis/filter/Filter.h"
#include "Analysis/lifetimes/LifetimeTable.h"
#include "Analysis/lines/UserCallers.h"
#include "Analysis/sites/CallCounts.h"
#include "Analysis/sites/SizeShare.h"
#include "Analysis/weights/MeasuredRows.h"
#include "Profile/Totals.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

/// What the mode access counted of the blocks of each site, by its id.
std::map<uint64_t, MeasuredUses> usesOfSites(const Profile &P) {
  using Counters = format::AccessCounters;
  std::map<uint64_t, MeasuredUses> Sums;
  if (P.isEstimated())
    return Sums;
  for (const Lifetime &L : P.Lifetimes) {
    auto Of = [&](uint32_t Counter) { return L.Counts.access(Counter); };
    if (!L.Site || P.site(*L.Site).FromBinary || !Of(Counters::Blocks))
      continue;
    MeasuredUses Its;
    Its.Blocks = Of(Counters::Blocks);
    Its.Asked = SaturatingMultiply(Its.Blocks, L.Size);
    Its.Read = Of(Counters::ReadBytes);
    Its.Written = Of(Counters::WrittenBytes);
    Its.Unread =
        SaturatingAdd(Of(Counters::NeverRead), Of(Counters::Untouched));
    Its.OnlyCopied = Of(Counters::CopiedOnlyRead);
    Sums[P.site(*L.Site).Id] += Its;
  }
  return Sums;
}

class Measurer {
public:
  explicit Measurer(const Profile &P)
      : P(P), Depths(P), LibraryCallers(P, Depths), Rows(P, M) {}

  Measurements take();

private:
  bool isPool(SiteIndex Site) const {
    return P.site(Site).Family == SiteFamily::Pool;
  }
  void elsewhere(StringRef Function, StringRef Library,
                 const SizeCounts &Sizes);
  void readCounts();
  void readChanges();
  void readWay(const LinesToChange &Lines, const ChangeWay &Way);
  void readSitesInMakers(const LinesToChange &Lines);
  void readDark();
  void writeElsewhere();
  void readCalls();

  const Profile &P;
  LoopDepths Depths;
  UserCallers LibraryCallers;
  Measurements M;
  MeasuredRows Rows;
  std::vector<Count> Counts; ///< Of the heap.
  std::vector<SizeCounts> BySite;
  /// By line: indices of M.Changes.
  std::map<ChangeLine::Key, std::vector<uint32_t>> ChangesOf;
  SizeCounts DarkStacked; ///< What stacks told of code without sites.
  std::map<std::pair<StringRef, StringRef>, SizeCounts> Others;
};

void Measurer::elsewhere(StringRef Function, StringRef Library,
                         const SizeCounts &Sizes) {
  addSizes(Others[{Function, Library}], Sizes);
}

void Measurer::readCounts() {
  std::set<std::string> Programs;
  for (const Process &One : P.Processes)
    if (auto Program = One.info("program"))
      Programs.insert(Program->str());
  M.Programs.assign(Programs.begin(), Programs.end());
  for (const Process &One : P.Processes)
    if (One.StartTime && (!M.Recorded || One.StartTime < M.Recorded))
      M.Recorded = One.StartTime;
  for (const Count &C : P.Counts) {
    if (!C.Allocations || !isHeap(P, C))
      continue;
    Counts.push_back(C);
    M.Allocations = SaturatingAdd(M.Allocations, C.Allocations);
    M.Bytes = SaturatingMultiplyAdd(C.Size, C.Allocations, M.Bytes);
    if (C.Site)
      M.Instrumented = SaturatingAdd(M.Instrumented, C.Allocations);
  }
  BySite = sizesBySite(P, Counts);
}

void Measurer::readChanges() {
  const LifetimeTable Lifetimes =
      computeLifetimes(P, applyFilterToLifetimes(P, {}), LibraryCallers);
  const ChangeList List =
      listChanges(P, P.Counts, P.StackCounts, applyFilterToMakers(P, {}),
                  Lifetimes, Depths);
  for (uint32_t I = 0; I != List.Entries.size(); ++I) {
    M.Changes.push_back(describeChange(List, I));
    for (const ChangeLine *Line : List.Entries[I].Lines)
      ChangesOf[Line->key()].push_back(I);
  }
}

void Measurer::readWay(const LinesToChange &Lines, const ChangeWay &Way) {
  if (!Way.Sites.empty() &&
      all_of(Way.Sites, [&](SiteIndex S) { return isPool(S); }))
    return;
  MeasuredRows::Row *R =
      Rows.rowFor(Way.Makers, Way.Levels, Way.IsShared, Way.Call.has_value());
  if (!R && !Way.Sites.empty() && !Way.Call && !Way.IsShared)
    elsewhere(Way.Levels.front().Function, "", Way.Sizes);
  if (!R)
    return;
  R->add(Way.Sizes);
  R->Depth = std::max(R->Depth, Way.Depth);
  if (Way.Line)
    for (uint32_t Change : ChangesOf[Lines.Lines[*Way.Line].key()])
      R->Changes.insert(Change);
  if (Way.Sites.empty() && !Way.Call)
    addSizes(DarkStacked, Way.Sizes);
  for (StringRef Name : Way.CalledMakers)
    R->Makers.insert(Rows.functionIndex(Name));
  SizeCounts OfSites;
  for (SiteIndex Site : Way.Sites)
    if (!isPool(Site)) {
      R->Sites.insert(P.site(Site).Id);
      addSizes(OfSites, BySite[uint32_t(Site)]);
    }
  if (!Way.Call)
    return;
  R->Allocations = SaturatingAdd(R->Allocations, Way.Sum.Allocations);
  R->Bytes = SaturatingAdd(R->Bytes, Way.Sum.Bytes);
  // How many of each size nobody counted, unless only one answer is possible.
  const auto Own = sizesOfPart(Way.Sum, OfSites);
  for (auto [Size, Allocations] : OfSites)
    R->Sizes[Size]; // 0 of it, as far as is known
  addSizes(R->Sizes, Own                   ? *Own
                     : OfSites.size() == 1 ? SizeCounts{{OfSites.begin()->first,
                                                         Way.Sum.Allocations}}
                                           : SizeCounts());
}

/// What makers made, by their own lines: of whom it is, other rows know.
void Measurer::readSitesInMakers(const LinesToChange &Lines) {
  std::set<SiteIndex> Led;
  for (const ChangeWay &Way : Lines.Ways)
    Led.insert(Way.Sites.begin(), Way.Sites.end());
  for (SiteIndex Site : Lines.InMakers) {
    const anomalloc::Site &S = P.site(Site);
    const SizeCounts &Sizes = BySite[uint32_t(Site)];
    if (isPool(Site))
      continue;
    auto Take = [&](ArrayRef<Frame> Makers, bool IsShared) {
      MeasuredRows::Row *R = Rows.rowFor(Makers, {}, IsShared);
      if (!R)
        return false;
      R->add(Sizes);
      R->Sites.insert(S.Id);
      R->Depth = std::max(R->Depth, Depths.effectiveDepth(S));
      return true;
    };
    if (Take(std::vector<Frame>(S.Chain.rbegin(), S.Chain.rend()), false))
      continue;
    // A library's function: the program's own makers that lead there.
    const UserLines &Callers = LibraryCallers.of(S);
    bool Any = false;
    for (const Frame &F : Callers.Lines)
      if (P.isMaker(F))
        Any |= Take(F, Callers.size() > 1);
    if (!Any && !Led.count(Site) && !Sizes.empty())
      elsewhere(S.outermostFrame().Function, "", Sizes);
  }
}

/// Code without sites, as far as no stack told.
void Measurer::readDark() {
  std::map<DarkIndex, SizeCounts> Left;
  for (const Count &C : Counts)
    if (!C.Site && C.Dark) {
      uint64_t &Known = DarkStacked[C.Size];
      const uint64_t Told = std::min(Known, C.Allocations);
      Known -= Told;
      if (C.Allocations != Told)
        Left[*C.Dark][C.Size] += C.Allocations - Told;
    }
  for (const auto &[Index, Sizes] : Left) {
    const DarkOrigin &D = P.dark(Index);
    if (MeasuredRows::Row *R = Rows.rowFor({}, {D.UserFrame}))
      R->add(Sizes);
    else
      elsewhere(D.Function, D.Library, Sizes);
  }
}

void Measurer::writeElsewhere() {
  for (const auto &[Key, Sizes] : Others) {
    MeasuredElsewhere &E = M.Elsewhere.emplace_back();
    E.Function = Key.first.str();
    E.Library = Key.second.str();
    const Amount Sum = sumOf(Sizes);
    E.Allocations = Sum.Allocations;
    E.Bytes = Sum.Bytes;
  }
  sort(M.Elsewhere, [](const auto &A, const auto &B) {
    return std::tie(B.Allocations, A.Library, A.Function) <
           std::tie(A.Allocations, B.Library, B.Function);
  });
}

/// Of functions with lines of the user's.
void Measurer::readCalls() {
  const std::map<StringRef, uint64_t> Known = countCalls(P);
  for (const anomalloc::Site &S : P.Sites)
    if (auto I = Known.find(S.outermostFrame().Function);
        I != Known.end() && I->second && Rows.isUser(S.outermostFrame()))
      M.Calls[Rows.functionIndex(I->first)] = I->second;
}

Measurements Measurer::take() {
  readCounts();
  readChanges();
  std::vector<StackCount> Stacks;
  copy_if(P.StackCounts, std::back_inserter(Stacks),
          [&](const StackCount &C) { return !C.Site || !isPool(*C.Site); });
  const MakerShares Calls = applyFilterToMakers(P, {});
  const LinesToChange Lines =
      findLinesToChange(P, Counts, Stacks, Calls, Depths, LineDetail::Ways);
  for (const ChangeWay &Way : Lines.Ways)
    readWay(Lines, Way);
  readSitesInMakers(Lines);
  readDark();
  readCalls();
  Rows.finish(usesOfSites(P));
  writeElsewhere();
  return std::move(M);
}

} // namespace

Measurements measure(const Profile &P) { return Measurer(P).take(); }

} // namespace anomalloc

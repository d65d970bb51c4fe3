//===- CompareRuns.cpp - fills the tables of a comparison -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/ChangeLines.h"
#include "Analysis/sites/EventKind.h"
#include "Analysis/stacks/StackTree.h"
#include "Analysis/totals/HeapTotals.h"
#include "Compare/CodeIndex.h"
#include "Compare/CompareNotes.h"
#include "Compare/LineLifetimes.h"
#include "Compare/TableBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace anomalloc {

namespace {

class Builder {
public:
  Builder(std::vector<Side> Sides, const CompareOptions &Options);
  Comparison build();

private:
  /// A line to change by its number; of a line that no site has, by function,
  /// file and line; a rest, by 1 or 2 in the first number alone.
  using LineKey = std::tuple<unsigned, uint32_t, StringRef, uint32_t>;
  enum : unsigned { KnownLine, OtherLine, RestOfSites, RestOfDark };

  void addRun(size_t Run);
  void addCounts(size_t Run, ArrayRef<Count> Counts);
  void addLines(size_t Run, ArrayRef<Count> Counts);
  void addRest(size_t Run, unsigned Kind, const Amount &Rest);
  void addLifetimes(size_t Run);
  void addLineLifetimes(size_t Run);
  void addStacks(size_t Run);
  void addStacks(size_t Run, const BlockKind &Blocks);
  std::pair<ComparedRow &, ComparedRow &> lineRows(size_t Run, const Frame &F);
  std::pair<ComparedRow &, ComparedRow &> restRows(unsigned Kind);
  ComparedRow &siteRow(size_t Run, SiteIndex Site);
  ComparedRow &darkRow(size_t Run, std::optional<DarkIndex> Dark);
  ComparedRow &totalRow(unsigned Kind);
  std::string sectionOf(size_t Run, SectionIndex Section) const;
  void notePlace(ComparedRow &R, size_t Run, const Frame &F);
  void noteWhoHasIt();
  template <typename Key>
  void take(ComparedTable &T, TableBuilder<Key> &Rows, bool HasLifetimes);

  Comparison C;
  const CompareOptions &Options;
  std::vector<const Profile *> Runs;
  std::vector<size_t> SideOf;
  std::optional<SiteMatch> Match;
  Comparable What;
  using Strings =
      std::vector<std::pair<uint32_t, std::pair<StringRef, uint64_t>>>;
  std::optional<TableBuilder<unsigned>> Totals;
  std::optional<TableBuilder<std::string>> Sections;
  std::optional<TableBuilder<std::pair<std::string, uint64_t>>> Sizes;
  std::optional<TableBuilder<std::pair<unsigned, uint32_t>>> Functions, Sites;
  std::optional<TableBuilder<LineKey>> Lines;
  std::optional<TableBuilder<Strings>> Stacks;
};

/// Kinds of sums, in the order in which they are shown.
const char *const TotalNames[] = {"all", "sites", "through_libraries", "dark",
                                  "pools"};
enum TotalKind : unsigned { All, AtSites, Leading, Dark, Pools };

Builder::Builder(std::vector<Side> Sides, const CompareOptions &Options)
    : Options(Options) {
  C.Filtered = !Options.Filter.empty();
  C.Sort = Options.Sort;
  for (const auto &[I, S] : enumerate(Sides)) {
    C.RunsOf.emplace_back(Runs.size(), Runs.size() + S.Runs.size());
    append_range(Runs, S.Runs);
    SideOf.resize(Runs.size(), I);
  }
  C.Sides = std::move(Sides);
}

ComparedRow &Builder::totalRow(unsigned Kind) {
  ComparedRow &R = Totals->row(Kind).first;
  R.Name = TotalNames[Kind];
  return R;
}

std::string Builder::sectionOf(size_t Run, SectionIndex Section) const {
  const std::string &Name = Runs[Run]->section(Section);
  return Name.empty() ? OutsideName : Name;
}

void Builder::notePlace(ComparedRow &R, size_t Run, const Frame &F) {
  R.InSide[SideOf[Run]] = true;
  if (!R.Place)
    R.Place = F;
  R.NewPlace = F;
}

ComparedRow &Builder::siteRow(size_t Run, SiteIndex Index) {
  const Site &S = Runs[Run]->site(Index);
  const SiteMatch::Entry &E = Match->site(Run, Index);
  ComparedRow &R = Sites->row({0, E.Number}).first;
  notePlace(R, Run, S.userFrame());
  if (!R.Its)
    R.Its = &S;
  R.Ids.resize(C.Sides.size());
  R.Ids[SideOf[Run]].insert(S.Id);
  R.How = std::max(R.How.value_or(MatchedBy::Id), E.How);
  R.ByOrder |= E.ByOrder;
  return R;
}

ComparedRow &Builder::darkRow(size_t Run, std::optional<DarkIndex> Dark) {
  uint32_t Number = Dark ? Match->dark(Run, *Dark) : Match->numDark();
  ComparedRow &R = Sites->row({1, Number}).first;
  R.InSide[SideOf[Run]] = true;
  if (Dark) {
    R.Library = Runs[Run]->dark(*Dark).Library;
    R.Function = Runs[Run]->dark(*Dark).Function;
  }
  return R;
}

void Builder::addCounts(size_t Run, ArrayRef<Count> Counts) {
  const Profile &P = *Runs[Run];
  for (const Count &One : Counts) {
    const EventKind Kind = kindOf(P, One);
    ComparedRow &R =
        One.Site ? siteRow(Run, *One.Site) : darkRow(Run, One.Dark);
    Amount Its;
    Its.add(One);
    addTo(R, Run, Its);
    if (Kind == EventKind::Pool)
      continue;
    std::string Section = sectionOf(Run, One.Section);
    ComparedRow &OfSection = Sections->row(Section).first;
    OfSection.Name = Section;
    addTo(OfSection, Run, Its);
    ComparedRow &OfSize = Sizes->row({Section, One.Size}).first;
    OfSize.Name = Section;
    OfSize.Size = One.Size;
    addTo(OfSize, Run, Its);
  }
  const HeapTotals T = computeHeapTotals(P, Counts);
  for (auto [Kind, Sum] : {std::pair(All, &T.All),
                           {AtSites, &T.AtSites},
                           {Leading, &T.Leading},
                           {Dark, &T.Dark},
                           {Pools, &T.Pool}})
    addTo(totalRow(Kind), Run, *Sum);
}

/// Those of the line \p F and of its function.
std::pair<ComparedRow &, ComparedRow &> Builder::lineRows(size_t Run,
                                                          const Frame &F) {
  const uint32_t Function = Match->function(Run, F.Function);
  std::optional<uint32_t> Number = Match->line(Run, F);
  ComparedRow &R =
      Lines
          ->row(Number ? LineKey(KnownLine, *Number, "", 0)
                       : LineKey(OtherLine, Function, fileName(F.File), F.Line))
          .first;
  ComparedRow &OfFunction = Functions->row({KnownLine, Function}).first;
  for (ComparedRow *Row : {&R, &OfFunction})
    notePlace(*Row, Run, F);
  return {R, OfFunction};
}

std::pair<ComparedRow &, ComparedRow &> Builder::restRows(unsigned Kind) {
  ComparedRow &R = Lines->row({Kind, 0, "", 0}).first;
  ComparedRow &OfFunction = Functions->row({Kind, 0}).first;
  for (ComparedRow *Row : {&R, &OfFunction})
    Row->Name = Kind == RestOfDark ? "code without sites"
                                   : "callers that are not known";
  return {R, OfFunction};
}

void Builder::addRest(size_t Run, unsigned Kind, const Amount &Rest) {
  if (!Rest.Allocations)
    return;
  auto [R, OfFunction] = restRows(Kind);
  addTo(R, Run, Rest);
  addTo(OfFunction, Run, Rest);
}

void Builder::addLines(size_t Run, ArrayRef<Count> Counts) {
  const Profile &P = *Runs[Run];
  std::vector<Count> Heap;
  for (const Count &One : Counts)
    if (kindOf(P, One) != EventKind::Pool)
      Heap.push_back(One);
  std::vector<StackCount> WithStacks;
  // Lines are compared by exact numbers.
  if (What.Stacks && !P.isEstimated())
    WithStacks = applyFilterToStacks(P, Options.Filter);
  const LinesToChange Found =
      findLinesToChange(P, Heap, WithStacks,
                        applyFilterToMakers(P, Options.Filter), LoopDepths(P));
  Amount OfSites, OfDark;
  for (const ChangeLine &L : Found.Lines) {
    if (!L.IsCounted || !L.isKnown())
      continue;
    auto [R, OfFunction] = lineRows(Run, L.line());
    addTo(R, Run, L.Sum);
    addTo(OfFunction, Run, L.Sum);
    OfSites += L.Sum;
    OfDark += L.Dark;
  }
  auto Less = [](Amount A, const Amount &B) {
    A.Allocations -= std::min(A.Allocations, B.Allocations);
    A.Bytes -= std::min(A.Bytes, B.Bytes);
    return A;
  };
  const HeapTotals T = computeHeapTotals(P, Heap);
  addRest(Run, RestOfSites, Less(T.AtSites, Less(OfSites, OfDark)));
  addRest(Run, RestOfDark, Less(T.Dark, OfDark));
}

void Builder::addLifetimes(size_t Run) {
  const Profile &P = *Runs[Run];
  ComparedRow &Sum = totalRow(All);
  for (const Lifetime *L : applyFilterToLifetimes(P, Options.Filter)) {
    addTo(L->Site ? siteRow(Run, *L->Site) : darkRow(Run, L->Dark), Run, P, *L);
    if (L->Site && P.site(*L->Site).Family == SiteFamily::Pool)
      continue;
    std::string Section = sectionOf(Run, L->Section);
    addTo(Sections->row(Section).first, Run, P, *L);
    Sections->row(Section).first.Name = Section;
    ComparedRow &OfSize = Sizes->row({Section, L->Size}).first;
    OfSize.Name = Section;
    OfSize.Size = L->Size;
    addTo(OfSize, Run, P, *L);
    addTo(Sum, Run, P, *L, /*InTotals=*/true);
  }
}

/// Of a sample, lines that only stacks tell have exact numbers of allocations
/// in the rest, and estimates of lives of their own.
void Builder::addLineLifetimes(size_t Run) {
  const Profile &P = *Runs[Run];
  forEachLineLifetime(
      P, Options.Filter, [&](const Frame *Line, const Lifetime &Its) {
        auto [R, OfFunction] =
            Line ? lineRows(Run, *Line)
                 : restRows(Its.Site ? RestOfSites : RestOfDark);
        addTo(R, Run, P, Its);
        addTo(OfFunction, Run, P, Its);
      });
}

/// All blocks, then those of the fates that are compared.
void Builder::addStacks(size_t Run) {
  for (const BlockKind &Blocks : blockKinds())
    if (!Blocks.Of || What.StackLifetimes)
      addStacks(Run, Blocks);
}

void Builder::addStacks(size_t Run, const BlockKind &Blocks) {
  using Measures = std::pair<std::optional<Measure>, std::optional<Measure>>;
  const auto [OfBlocks, OfBytes] =
      StringSwitch<Measures>(Blocks.Name)
          .Case("all", {Measure::Allocations, Measure::Bytes})
          .Case("temporary", {Measure::Temporary, std::nullopt})
          .Case("peak", {std::nullopt, Measure::PeakBytes})
          .Case("leaked", {Measure::Leaked, Measure::LeakedBytes})
          .Default({});
  if (!OfBlocks && !OfBytes)
    return;
  StackOptions ForStacks;
  ForStacks.Filter = Options.Filter;
  ForStacks.Blocks = &Blocks;
  const StackTree Tree = buildStackTree(*Runs[Run], ForStacks);
  // Without a name a place is the same in the same build alone.
  std::map<StringRef, StringRef> Builds;
  for (const Module &M : Runs[Run]->Modules)
    Builds[M.Path] = M.BuildId;
  for (uint32_t Type : Tree.Types) {
    Strings Key;
    std::vector<ComparedLevel> Levels;
    for (const StackTree::Node &N : Tree.levels(Type)) {
      const StackFunction &F = Tree.Functions[N.Function];
      bool IsNamed = !F.Name.empty();
      Key.push_back({Match->function(Run, F.Name),
                     {IsNamed ? StringRef() : Builds[F.Library],
                      IsNamed ? 0 : F.Offset}});
      Levels.push_back({F.Name, F.Library, F.Offset, N.File, N.Line});
    }
    auto [R, IsNew] = Stacks->row(Key);
    if (IsNew)
      R.Levels = std::move(Levels);
    R.InSide[SideOf[Run]] = true;
    const StackTree::Node &N = Tree.Nodes[Type];
    if (OfBlocks)
      addTo(R, Run, *OfBlocks, N.Allocations);
    if (OfBytes)
      addTo(R, Run, *OfBytes, N.Bytes);
    if (!Tree.isEstimated())
      continue;
    if (OfBlocks)
      R.Samples[{*OfBlocks, Run}] += Tree.OwnTallies[Type].Allocations;
    if (OfBytes)
      R.Samples[{*OfBytes, Run}] += Tree.OwnTallies[Type].Bytes;
  }
}

void Builder::addRun(size_t Run) {
  const std::vector<Count> Counts = applyFilter(*Runs[Run], Options.Filter);
  addCounts(Run, Counts);
  addLines(Run, Counts);
  if (What.Lifetimes) {
    addLifetimes(Run);
    addLineLifetimes(Run);
  }
  if (What.Stacks)
    addStacks(Run);
}

/// A site or a line that made nothing in a side may be there all the same.
void Builder::noteWhoHasIt() {
  for (size_t Run = 0; Run != Runs.size(); ++Run) {
    const Profile &P = *Runs[Run];
    for (uint32_t I = 0; I != P.Sites.size(); ++I)
      if (Sites->Rows.count({0, Match->site(Run, SiteIndex(I)).Number}))
        siteRow(Run, SiteIndex(I));
    for (uint32_t Number : Match->linesOf(Run))
      if (auto R = Lines->Rows.find({KnownLine, Number, "", 0});
          R != Lines->Rows.end())
        R->second.InSide[SideOf[Run]] = true;
  }
  for (auto &[Key, R] : Sites->Rows)
    if (R.Its && (!R.InSide.front() || !R.InSide.back()))
      R.How = MatchedBy::Unmatched;
  for (auto &[Key, R] : Lines->Rows)
    if (R.Place && (!R.InSide.front() || !R.InSide.back()))
      R.How = MatchedBy::Unmatched;
}

template <typename Key>
void Builder::take(ComparedTable &T, TableBuilder<Key> &Rows,
                   bool HasLifetimes) {
  for (auto &[K, R] : Rows.Rows) {
    finishEstimates(R, Runs);
    T.Rows.push_back(std::move(R));
  }
  for (Measure M : allMeasures())
    if (!infoOf(M).OfLifetimes ||
        (HasLifetimes && What.Lifetimes &&
         (M != Measure::Temporary || What.Temporaries)))
      T.Measures.push_back(M);
  finishTable(C, T);
}

Comparison Builder::build() {
  What = findComparable(C.Sides, Options, C.Notes);
  Match = matchSites(Runs);
  auto Make = [&](auto &Table) { Table.emplace(Runs.size(), C.Sides.size()); };
  Make(Totals), Make(Sections), Make(Sizes), Make(Functions), Make(Sites);
  Make(Lines), Make(Stacks);
  for (size_t Run = 0; Run != Runs.size(); ++Run)
    addRun(Run);
  noteWhoHasIt();
  sumMatches(C, Runs, *Match, *Sites);
  noteMatches(C);
  take(C.Totals, *Totals, true);
  take(C.Sections, *Sections, true);
  take(C.Sizes, *Sizes, true);
  take(C.Functions, *Functions, true);
  take(C.Lines, *Lines, true);
  take(C.Sites, *Sites, true);
  take(C.Stacks, *Stacks, What.StackLifetimes);
  return std::move(C);
}

} // namespace

Comparison compareRuns(std::vector<Side> Sides, const CompareOptions &Options) {
  return Builder(std::move(Sides), Options).build();
}

} // namespace anomalloc

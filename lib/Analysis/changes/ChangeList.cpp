//===- ChangeList.cpp - what to change, each thing once -===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/ChangeList.h"
#include "Analysis/FunctionNames.h"
#include "Analysis/changes/KeptBlocks.h"
#include "Analysis/changes/SiteWords.h"
#include "Analysis/totals/HeapTotals.h"
#include "Analysis/totals/ProcessMemory.h"
#include "Support/Demangle.h"
#include "Support/Numbers.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <functional>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

class Lister {
public:
  Lister(const Profile &P, ArrayRef<Count> Counts,
         const LifetimeTable &Lifetimes, ChangeList &To, bool AllLeaks)
      : P(P), To(To),
        Context{
            P,  Lifetimes, To.All.Allocations,  AllocatorModel(P), hasEnded(P),
            {}, {},        GrowingContainers(P)},
        Costs(P) {
    Context.AllLeaks = AllLeaks;
  }

  void run();

private:
  using Part = ChangeEntry::Part;
  using Findings = std::vector<MeasuredAnomaly>;
  /// What the lines of one entry have of the blocks of some sites.
  struct Share {
    const BlockGroup *Group; ///< One of those with these sites.
    Findings Found;
    std::vector<const ChangeLine *> Lines;
    Amount Sum;
  };
  static bool hasEnded(const Profile &P) {
    return all_of(P.Processes, [](const Process &One) { return One.Exited; });
  }

  void judge(const BlockGroup &G);
  void add(const BlockGroup &G, const Findings &Found,
           ArrayRef<const ChangeLine *> Lines);
  bool isAbout(AnomalyKind Kind, const BlockGroup &G, const ChangeLine &Line);
  MeasuredAnomaly ofPart(const MeasuredAnomaly &F, const BlockGroup &G,
                         const BlockGroup &Its);
  size_t entryFor(const BlockGroup &G, const ChangeLine &Line,
                  AnomalyKind Kind);
  unsigned classOf(const BlockGroup &G) const;
  void findUncounted();
  Part partOf(const Share &Its);
  void finish(ChangeEntry &E, ArrayRef<Share> Its);

  const Profile &P;
  ChangeList &To;
  FindingContext Context;
  BlockCosts Costs;
  /// Of sites: two are in one class if a group has both.
  IntEqClasses Classes;
  std::map<unsigned, Amount> Uncounted;        ///< By class.
  std::map<size_t, std::vector<Share>> Shares; ///< By entry.
  std::set<const BlockGroup *> Fewer; ///< An entry takes away their blocks.
  /// By function or maker, whether it is that maker's remedy, and the text.
  std::map<std::tuple<std::string, bool, AnomalyKind, std::string>, size_t>
      Index;
  std::map<StringRef, std::string> Sources; ///< By function: sourceOf.
};

/// The same for all instances of a template: its name without arguments, and
/// its file. Other functions are their linkage names.
std::string sourceOf(const Frame &F) {
  FunctionName Name(F.Function);
  std::string Full = Name.isFunction() ? Name.qualified() : "";
  std::string Short = collapseTemplates(Full);
  if (Short == Full || StringRef(Name.base()).starts_with("operator"))
    return F.Function.str();
  return Short + '\0' + F.File.str();
}

size_t Lister::entryFor(const BlockGroup &G, const ChangeLine &Line,
                        AnomalyKind Kind) {
  Remedy Fix = remedyFor(G, Line, Kind);
  const Frame *Maker = makerToChange(Fix, Line);
  StringRef Place = Maker ? Maker->Function : Line.line().Function;
  std::string &Source = Sources[Place];
  if (Source.empty())
    Source = Maker ? Place.str() : sourceOf(Line.line());
  // Where functions have no names, lines of code cannot be joined.
  auto [I, New] = Index.try_emplace({Source, Maker != nullptr, Kind, Fix.Text},
                                    To.Entries.size());
  if (New || Place.empty()) {
    I->second = To.Entries.size();
    ChangeEntry &E = To.Entries.emplace_back();
    E.Kind = Kind;
    E.Fix = Fix;
  }
  return I->second;
}

/// \p F, said of \p Its, a part of \p G.
MeasuredAnomaly Lister::ofPart(const MeasuredAnomaly &F, const BlockGroup &G,
                               const BlockGroup &Its) {
  if (Its.Allocated.Allocations == G.Allocated.Allocations)
    return F;
  std::optional<MeasuredAnomaly> Part;
  if (F.FromCounts && !(Its.Sizes.empty() && !F.Blocks)) {
    Context.IsPart = true;
    Part = findAnomaly(F.Kind, Its, Context);
    Context.IsPart = false;
  }
  if (!Part) {
    Part = F;
    Part->OfSites = true;
    auto ShareOf = [&](uint64_t Blocks) {
      return std::min(G.shareOf(Its.Allocated, Blocks),
                      Its.Allocated.Allocations);
    };
    Part->Blocks = ShareOf(F.Blocks);
    Part->MostBlocks = ShareOf(F.MostBlocks);
  }
  Part->SavedBytes = G.shareOf(Its.Allocated, F.SavedBytes);
  Part->SavedTraffic = G.shareOf(Its.Allocated, F.SavedTraffic);
  return std::move(*Part);
}

/// What all lines of the entry have of the same sites.
Lister::Part Lister::partOf(const Share &Its) {
  const BlockGroup &G = *Its.Group;
  BlockGroup Blocks = G.part(Its.Lines, Its.Sum);
  Part New;
  New.Group = &G;
  for (const MeasuredAnomaly &F : Its.Found) {
    MeasuredAnomaly One = ofPart(F, G, Blocks);
    if (&F == &Its.Found.front())
      New.Found = std::move(One);
    else
      New.Also.push_back(std::move(One));
  }
  if (New.Found.Kind == AnomalyKind::PoolCandidate && !Fewer.count(&G))
    New.Kept = New.Found.Blocks;
  if (anomaly(New.Found.Kind).Gain != Gain::Allocations)
    New.Found.Blocks = New.Found.MostBlocks = 0;
  New.Share = Its.Sum;
  New.Sizes = Blocks.Sizes;
  if (!New.Sizes.empty()) {
    New.Cost = Costs.of(New.Sizes);
  } else if (Its.Sum.Allocations) {
    New.Cost = Costs.ofMean(Its.Sum.Bytes / Its.Sum.Allocations);
    if (!G.Sizes.empty())
      New.Cost.Least = std::min(New.Cost.Least, Costs.of(G.Sizes).Least);
  }
  return New;
}

/// Whether what was found of \p G is so for \p Line, too.
bool Lister::isAbout(AnomalyKind Kind, const BlockGroup &G,
                     const ChangeLine &Line) {
  if (Kind == AnomalyKind::Repeated)
    return !G.HasLifetimes || remedyFor(G, Line, Kind).HelpsWhatStays;
  if (Kind != AnomalyKind::Rebuilt || !Line.isKnown())
    return true;
  Context.IsPart = true;
  bool Found =
      findAnomaly(Kind, G.part({&Line}, Line.Sum), Context).has_value();
  Context.IsPart = false;
  return Found;
}

/// Gives each entry its lines of the group, which are all counted or none.
void Lister::add(const BlockGroup &G, const Findings &Found,
                 ArrayRef<const ChangeLine *> Lines) {
  AnomalyKind Kind = Found.front().Kind;
  // If nobody counted, all lines are one place: one of them.
  bool Counted = Lines.front()->isKnown();
  size_t Entry = 0;
  for (const ChangeLine *Line : Lines) {
    if (!isAbout(Kind, G, *Line))
      continue;
    if (Counted || Line == Lines.front())
      Entry = entryFor(G, *Line, Kind);
    std::vector<Share> &Its = Shares[Entry];
    auto Same = find_if(Its, [&](const Share &Old) {
      return Old.Group == &G ||
             (!G.Sites.empty() && Old.Group->Sites == G.Sites);
    });
    if (Same == Its.end())
      Same = Its.insert(Its.end(), {&G, Found, {}, Amount()});
    Same->Lines.push_back(Line);
    if (Counted)
      Same->Sum += Line->Sum;
    else if (Line == Lines.front())
      Same->Sum += Uncounted[classOf(G)];
  }
}

/// The first anomaly that saves allocations has them; others about the same
/// blocks are told with it. So for each gain.
void Lister::judge(const BlockGroup &G) {
  Findings Found = findAnomalies(G, Context);
  std::vector<const ChangeLine *> Counted, Others;
  for (const ChangeLine *Line : G.Lines)
    if (Line->isKnown())
      Counted.push_back(Line);
    else if (!To.Lines.CallsCounted || Line->IsMixed)
      Others.push_back(Line); // Else other lines have these blocks.
  if (!Counted.empty() && !To.Lines.CallsCounted)
    Others.clear();
  // What grew at times is not about most of the blocks.
  auto Growth = find_if(Found, [](const MeasuredAnomaly &F) {
    return F.Kind == AnomalyKind::GrowthByCopying;
  });
  if (Growth != Found.end() && Growth->Blocks < G.Allocated.Allocations / 2)
    std::rotate(Growth, Growth + 1, Found.end());
  bool HasRest = !Others.empty() && Uncounted[classOf(G)].Allocations;
  for (Gain Its : {Gain::Allocations, Gain::Memory, Gain::Traffic,
                   Gain::Threads, Gain::Devices}) {
    Findings OfGain;
    copy_if(Found, std::back_inserter(OfGain), [&](const MeasuredAnomaly &F) {
      bool SaysLess = F.Kind == AnomalyKind::Repeated && !OfGain.empty();
      return anomaly(F.Kind).Gain == Its && !SaysLess;
    });
    if (OfGain.empty())
      continue;
    if (Its == Gain::Allocations)
      Fewer.insert(&G);
    if (!Counted.empty())
      add(G, OfGain, Counted);
    if (HasRest)
      add(G, OfGain, Others);
  }
  if (HasRest) // Of several groups, only one has these.
    Uncounted[classOf(G)] = Amount();
}

unsigned Lister::classOf(const BlockGroup &G) const {
  return G.Sites.empty() ? unsigned(P.Sites.size())
                         : Classes[uint32_t(G.Sites.front())];
}

/// What is left of the sites' blocks behind the lines that were counted. Groups
/// that share a site have one rest.
void Lister::findUncounted() {
  Classes.grow(unsigned(P.Sites.size()) + 1);
  for (const BlockGroup &G : To.Groups)
    for (SiteIndex S : G.Sites)
      Classes.join(uint32_t(G.Sites.front()), uint32_t(S));
  Classes.compress();
  std::set<SiteIndex> Seen;
  for (const BlockGroup &G : To.Groups)
    for (size_t I = 0; I != G.Sites.size(); ++I)
      if (Seen.insert(G.Sites[I]).second)
        Uncounted[classOf(G)] += sumOf(G.SizesOfSites[I]);
  for (const BlockGroup &G : To.Groups) {
    if (G.Sites.empty())
      continue;
    Amount &Rest = Uncounted[classOf(G)];
    for (const ChangeLine *Line : G.Lines)
      subtract(Rest, Line->Sum);
  }
}

void Lister::finish(ChangeEntry &E, ArrayRef<Share> Its) {
  for (const Share &One : Its) {
    for (const ChangeLine *Line : One.Lines) {
      E.Lines.push_back(Line);
      E.Depth = std::max(E.Depth, Line->Depth);
    }
    E.Parts.push_back(partOf(One));
  }
  sort(E.Lines, [](const ChangeLine *A, const ChangeLine *B) {
    return std::tie(B->Sum.Allocations, A->line().File, A->line().Line, A) <
           std::tie(A->Sum.Allocations, B->line().File, B->line().Line, B);
  });
  sort(E.Parts, [](const Part &A, const Part &B) { // Groups lie in order.
    return std::tie(B.Share.Allocations, A.Group) <
           std::tie(A.Share.Allocations, B.Group);
  });
  for (const Part &One : E.Parts) {
    uint64_t Least = E.Fix.MayBeNeeded ? 0 : One.Found.Blocks;
    uint64_t Most = One.Found.MostBlocks;
    E.Requested += One.Share;
    E.SavedBytes = SaturatingAdd(E.SavedBytes, One.Found.SavedBytes);
    E.SavedTraffic = SaturatingAdd(E.SavedTraffic, One.Found.SavedTraffic);
    E.Blocks = SaturatingAdd(E.Blocks, Least);
    E.MostBlocks = SaturatingAdd(E.MostBlocks, Most);
    E.SavedLeast = SaturatingMultiplyAdd(Least, One.Cost.Least, E.SavedLeast);
    E.SavedMost =
        SaturatingMultiplyAdd(Most, One.Cost.most(E.Fix.Its), E.SavedMost);
    E.SavedPages = SaturatingMultiplyAdd(Most, One.Cost.Pages, E.SavedPages);
    E.CostsMeasured &= One.Cost.Measured;
  }
  // Where lifetimes were not recorded, bytes tell: they cannot all have stayed
  // if they are more than were ever there.
  uint64_t Held = peakResident(P), Bytes = E.Requested.Bytes;
  if (anomaly(E.Kind).Gain == Gain::Devices)
    Held = 0; // An accelerator's memory was never the process's.
  E.FreedBytes = Held && Bytes > Held ? Bytes - Held : 0;
  E.FateUnknown = E.Kind == AnomalyKind::Repeated &&
                  !E.Parts.front().Group->HasLifetimes &&
                  E.FreedBytes < Bytes / 2;
  E.MayStay = E.FateUnknown && !E.Fix.HelpsWhatStays;
  if (E.FateUnknown && E.Fix.Its == Work::Node && Held)
    for (Part &One : E.Parts)
      One.Kept = uint64_t(double(One.Found.MostBlocks) *
                          (double(Bytes - E.FreedBytes) / double(Bytes)));
}

void Lister::run() {
  for (const ChangeLine &L : To.Lines.Lines)
    noteNestedLine(L, Context);
  for (const BlockGroup &G : To.Groups)
    noteTables(G, Context);
  findUncounted();
  for (const BlockGroup &G : To.Groups)
    judge(G);
  for (size_t I = 0; I != To.Entries.size(); ++I)
    finish(To.Entries[I], Shares[I]);
  addKeptSavings(To.Entries, Costs);
  // A line that took a small part of many blocks is not worth a word.
  erase_if(To.Entries, [&](const ChangeEntry &E) {
    return anomaly(E.Kind).Gain == Gain::Allocations &&
           !Context.isFrequent(E.MostBlocks);
  });
  sort(To.Entries, [this](const ChangeEntry &A, const ChangeEntry &B) {
    auto KeyOf = [&](const ChangeEntry &E) {
      Gain Its = anomaly(E.Kind).Gain;
      uint64_t First = To.Sort == SortKey::Bytes ? E.Requested.Bytes
                       : Its == Gain::Allocations
                           ? std::max(E.SavedMost, E.SavedIfKept)
                           : 0;
      return std::make_tuple(Its, ~First, ~E.SavedBytes, ~E.SavedTraffic,
                             ~E.Requested.Allocations, E.Parts.front().Group,
                             E.Lines.front());
    };
    return KeyOf(A) < KeyOf(B);
  });
  addWords(To, Context);
}

} // namespace

ChangeList listChanges(const Profile &P, ArrayRef<Count> Counts,
                       ArrayRef<StackCount> Stacks, const MakerShares &Calls,
                       const LifetimeTable &Lifetimes, const LoopDepths &Depths,
                       ChangeOptions Options) {
  ChangeList List;
  List.Sort = Options.Sort;
  List.All = computeHeapTotals(P, Counts).All;
  List.CostsMeasured = !P.PairCosts.empty();
  List.HasLifetimes = Lifetimes.State == LifetimeState::Seen ||
                      Lifetimes.State == LifetimeState::Partly;
  List.Lines = findLinesToChange(P, Counts, Stacks, Calls, Depths);
  for (ChangeLine &Line : List.Lines.Lines)
    if (auto Its = P.FortranLines.find({Line.line().File, Line.line().Line});
        Its != P.FortranLines.end())
      Line.Statement = Its->second.get();
  List.Groups = groupBlocks(P, List.Lines, Counts, Lifetimes);
  Lister(P, Counts, Lifetimes, List, Options.AllLeaks).run();
  return List;
}

} // namespace anomalloc

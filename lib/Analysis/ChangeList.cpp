//===- ChangeList.cpp - what to change, each thing once -===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ChangeList.h"
#include "Analysis/FunctionNames.h"
#include "Analysis/HeapTotals.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

class Lister {
public:
  Lister(const Profile &P, ArrayRef<Count> Counts,
         const LifetimeTable &Lifetimes, ChangeList &To)
      : P(P), To(To),
        Context{P,           Lifetimes, To.All.Allocations,  AllocatorModel(P),
                hasEnded(P), {},        GrowingContainers(P)} {}

  void run();

private:
  using Part = ChangeEntry::Part;
  static bool hasEnded(const Profile &P) {
    return all_of(P.Processes, [](const Process &One) { return One.Exited; });
  }

  void judge(const BlockGroup &G);
  void add(Part New, ArrayRef<const ChangeLine *> Lines);
  ChangeEntry &entryFor(const BlockGroup &G, const ChangeLine &Line,
                        AnomalyKind Kind);
  void finish(ChangeEntry &E);
  NoEntry whyNot(SiteIndex S) const;
  void addWords();

  const Profile &P;
  ChangeList &To;
  FindingContext Context;
  /// By function or maker, whether it is that maker's remedy, and the text.
  std::map<std::tuple<std::string, bool, AnomalyKind, StringRef>, size_t> Index;
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

ChangeEntry &Lister::entryFor(const BlockGroup &G, const ChangeLine &Line,
                              AnomalyKind Kind) {
  Remedy Fix = remedyFor(G, Kind);
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
  return To.Entries[I->second];
}

/// Whether it is known what the line made.
bool isCounted(const ChangeLine *Line) { return Line->Sum.Allocations != 0; }

/// Gives each line of the group what falls to it.
void Lister::add(Part New, ArrayRef<const ChangeLine *> Lines) {
  const BlockGroup &G = *New.Group;
  bool Counted = any_of(Lines, isCounted);
  for (const ChangeLine *Line : Lines) {
    // If nobody counted, all lines are one place: one of them.
    ChangeEntry &E =
        entryFor(G, Counted ? *Line : *Lines.front(), New.Found.Kind);
    E.Lines.push_back(Line);
    E.Depth = std::max(E.Depth, Line->Depth);
    Amount Its = Line->Sum;
    if (!Counted && Line == Lines.front())
      Its = G.Allocated;
    E.Requested += Its;
    uint64_t Blocks = 0, Bytes = G.shareOf(Its, New.Found.SavedBytes);
    if (anomaly(New.Found.Kind).Gain == Gain::Allocations)
      Blocks = std::min(G.shareOf(Its, New.Found.Blocks), Its.Allocations);
    E.Blocks = SaturatingAdd(E.Blocks, Blocks);
    E.SavedBytes = SaturatingAdd(E.SavedBytes, Bytes);
    E.SavedLeast = SaturatingMultiplyAdd(Blocks, G.Cost.Least, E.SavedLeast);
    E.SavedMost = SaturatingMultiplyAdd(Blocks, G.Cost.Most, E.SavedMost);
    E.CostsMeasured &= G.Cost.Measured;
    auto Same =
        find_if(E.Parts, [&](const Part &Old) { return Old.Group == &G; });
    if (Same == E.Parts.end()) {
      E.Parts.push_back(New);
      E.Parts.back().Blocks = Blocks;
    } else {
      Same->Blocks = SaturatingAdd(Same->Blocks, Blocks);
    }
  }
}

/// The first anomaly that saves allocations has them; others about the same
/// blocks are told with it. So for each gain.
void Lister::judge(const BlockGroup &G) {
  std::vector<MeasuredAnomaly> Found = findAnomalies(G, Context);
  std::vector<const ChangeLine *> Lines = G.Lines;
  if (any_of(Lines, isCounted))
    erase_if(Lines, std::not_fn(isCounted));
  else if (To.Lines.CallsCounted)
    return; // Other lines have these blocks.
  // What grew at times is not about most of the blocks.
  auto Growth = find_if(Found, [](const MeasuredAnomaly &F) {
    return F.Kind == AnomalyKind::GrowthByCopying;
  });
  if (Growth != Found.end() && Growth->Blocks < G.Allocated.Allocations / 2)
    std::rotate(Growth, Growth + 1, Found.end());
  for (Gain Its : {Gain::Allocations, Gain::Memory, Gain::Threads}) {
    std::optional<Part> New;
    for (MeasuredAnomaly &F : Found) {
      if (anomaly(F.Kind).Gain != Its)
        continue;
      if (New) {
        if (F.Kind != AnomalyKind::Repeated) // The other says more.
          New->Also.push_back(std::move(F));
        continue;
      }
      New.emplace();
      New->Group = &G;
      New->Found = std::move(F);
    }
    if (New)
      add(std::move(*New), Lines);
  }
}

void Lister::finish(ChangeEntry &E) {
  sort(E.Lines, [](const ChangeLine *A, const ChangeLine *B) {
    return std::tie(B->Sum.Allocations, A->line().File, A->line().Line, A) <
           std::tie(A->Sum.Allocations, B->line().File, B->line().Line, B);
  });
  sort(E.Parts, [](const Part &A, const Part &B) { // Groups lie in order.
    return std::tie(B.Blocks, A.Group) < std::tie(A.Blocks, B.Group);
  });
  To.Blocks = SaturatingAdd(To.Blocks, E.Blocks);
}

NoEntry Lister::whyNot(SiteIndex S) const {
  if (P.site(S).Family == SiteFamily::Pool)
    return NoEntry::Pool;
  auto Counted = [&](uint32_t Line) {
    return isCounted(&To.Lines.Lines[Line]);
  };
  if (To.Lines.CallsCounted && none_of(To.Lines.of(S), Counted))
    return NoEntry::Indirect;
  auto G = find_if(To.Groups, [&](const BlockGroup &One) {
    return is_contained(One.Sites, S);
  });
  if (G == To.Groups.end() || !Context.isFrequent(G->Allocated.Allocations))
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

void Lister::addWords() {
  To.OfSite.resize(P.Sites.size());
  std::vector<uint64_t> Most(P.Sites.size());
  for (const auto &[I, E] : enumerate(To.Entries))
    for (const Part &One : E.Parts)
      for (SiteIndex S : One.Group->Sites) {
        uint64_t &Of = Most[uint32_t(S)];
        std::optional<uint32_t> &Entry = To.OfSite[uint32_t(S)].Entry;
        if (Entry && One.Blocks <= Of)
          continue;
        Of = One.Blocks;
        Entry = I;
      }
  for (const auto &[I, Word] : enumerate(To.OfSite))
    if (!Word.Entry)
      Word.Why = whyNot(SiteIndex(I));
}

void Lister::run() {
  for (const ChangeLine &L : To.Lines.Lines)
    if (isInNestedVector(L, P))
      Context.NestedLines.insert({L.line().File, L.line().Line});
  for (const BlockGroup &G : To.Groups)
    judge(G);
  for (ChangeEntry &E : To.Entries)
    finish(E);
  // A line that took a small part of many blocks is not worth a word.
  erase_if(To.Entries, [&](const ChangeEntry &E) {
    return anomaly(E.Kind).Gain == Gain::Allocations &&
           !Context.isFrequent(E.Blocks);
  });
  sort(To.Entries, [](const ChangeEntry &A, const ChangeEntry &B) {
    auto KeyOf = [](const ChangeEntry &E) {
      return std::make_tuple(anomaly(E.Kind).Gain, ~E.SavedMost, ~E.SavedBytes,
                             ~E.Requested.Allocations, E.Parts.front().Group,
                             E.Lines.front());
    };
    return KeyOf(A) < KeyOf(B);
  });
  addWords();
}

} // namespace

ChangeList listChanges(const Profile &P, ArrayRef<Count> Counts,
                       ArrayRef<StackCount> Stacks, ArrayRef<MakerCount> Calls,
                       const LifetimeTable &Lifetimes,
                       const LoopDepths &Depths) {
  ChangeList List;
  List.All = computeHeapTotals(P, Counts).All;
  List.CostsMeasured = !P.PairCosts.empty();
  List.HasLifetimes = Lifetimes.State == LifetimeState::Seen ||
                      Lifetimes.State == LifetimeState::Partly;
  List.Lines = findLinesToChange(P, Counts, Stacks, Calls, Depths);
  List.Groups = groupBlocks(P, List.Lines, Counts, Lifetimes);
  Lister(P, Counts, Lifetimes, List).run();
  return List;
}

} // namespace anomalloc

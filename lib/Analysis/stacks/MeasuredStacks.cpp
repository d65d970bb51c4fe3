//===- MeasuredStacks.cpp - all that was measured, by stack ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/stacks/MeasuredStacks.h"
#include "Analysis/lifetimes/LifetimeTable.h"
#include "Analysis/stacks/StackLedger.h"
#include "Profile/Totals.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

static const StackMeasure Measures[] = {
#define ANOMALLOC_STACK_MEASURE(Name, Blocks, IsBytes, Help)                   \
  {Name, StackBlocks::Blocks, IsBytes, Help},
#include "Analysis/stacks/StackMeasures.def"
};

ArrayRef<StackMeasure> stackMeasures() { return Measures; }

std::vector<StackMeasure> MeasuredStacks::measures() const {
  std::vector<StackMeasure> Result;
  for (const StackMeasure &M : Measures)
    if (M.Blocks == StackBlocks::All || HasFates)
      Result.push_back(M);
  return Result;
}

uint64_t MeasuredStacks::total(const StackMeasure &M) const {
  uint64_t Sum = 0;
  for (const Row &R : Rows)
    Sum = SaturatingAdd(Sum, R.value(M));
  return Sum;
}

/// Whether accesses to some of the blocks are known.
static bool areKnown(const LifetimeCounts &C) {
  return C.access(format::AccessCounters::Blocks);
}

class StackCollector {
public:
  StackCollector(const Profile &P, const Filter &F, bool BySite)
      : P(P), F(F), BySite(BySite),
        MayGuess(F.Files.empty() && F.Functions.empty()) {}

  MeasuredStacks collect();

private:
  using Numbers = std::array<uint64_t, NumStackBlocks>;

  uint32_t addPlace(MeasuredStacks::Place Place);
  uint32_t addNode(uint32_t Place, std::optional<uint32_t> Caller);
  uint32_t noteNode(StringRef Note);
  uint32_t nodeOfStack(StackIndex Stack, bool IsDark);
  uint32_t nodeOfOrigin(std::optional<SiteIndex> Site,
                        std::optional<DarkIndex> Dark);
  void addRow(uint32_t Node, SectionIndex Section, uint64_t Size,
              const Numbers &Blocks);
  template <typename T> void addStack(const T &Its, const Numbers &Blocks);
  template <typename T> void addRest(const T &Entry, const Numbers &Blocks);
  void collectCounts();
  void collectFates();

  const Profile &P;
  const Filter &F;
  const bool BySite;
  const bool MayGuess;
  MeasuredStacks Result;
  std::map<StringRef, uint32_t> Notes;
  /// By index of P.Stacks, below DarkNote or not; 0: none yet, or the number of
  /// the node plus 1.
  std::vector<uint32_t> StackNodes[2];
  DenseMap<uint32_t, uint32_t> PlaceOf; ///< By index of P.Places.
  DenseMap<std::pair<uint64_t, uint64_t>, uint32_t> OriginNodes;
  DenseMap<std::pair<std::pair<uint64_t, uint64_t>, uint64_t>, uint32_t> RowOf;
};

uint32_t StackCollector::addPlace(MeasuredStacks::Place Place) {
  Result.Places.push_back(std::move(Place));
  return Result.Places.size() - 1;
}

uint32_t StackCollector::addNode(uint32_t Place,
                                 std::optional<uint32_t> Caller) {
  Result.Nodes.push_back({Place, Caller});
  return Result.Nodes.size() - 1;
}

uint32_t StackCollector::noteNode(StringRef Note) {
  auto [I, New] = Notes.try_emplace(Note);
  if (New) {
    MeasuredStacks::Place Place;
    Place.Note = Note;
    I->second = addNode(addPlace(Place), std::nullopt);
  }
  return I->second;
}

uint32_t StackCollector::nodeOfStack(StackIndex Stack, bool IsDark) {
  std::vector<uint32_t> &Known = StackNodes[IsDark];
  Known.resize(P.Stacks.size());
  std::vector<StackIndex> Missing; // Innermost first.
  std::optional<uint32_t> Caller;
  for (std::optional<StackIndex> I = Stack; I; I = P.stack(*I).Caller) {
    if (uint32_t Node = Known[uint32_t(*I)]) {
      Caller = Node - 1;
      break;
    }
    Missing.push_back(*I);
  }
  if (!Caller && IsDark)
    Caller = noteNode(DarkNote);
  for (StackIndex I : reverse(Missing)) {
    PlaceIndex At = P.stack(I).Place;
    auto [Place, New] = PlaceOf.try_emplace(uint32_t(At));
    if (New) {
      const CodePlace &Code = P.place(At);
      Place->second =
          addPlace({"", Code.Levels, Code.Library, Code.BuildId, Code.Offset});
    }
    Caller = addNode(Place->second, Caller);
    Known[uint32_t(I)] = *Caller + 1;
  }
  return *Caller;
}

uint32_t StackCollector::nodeOfOrigin(std::optional<SiteIndex> Site,
                                      std::optional<DarkIndex> Dark) {
  auto [I, New] = OriginNodes.try_emplace(
      {Site ? uint64_t(*Site) + 1 : 0, Dark ? uint64_t(*Dark) + 1 : 0});
  if (!New)
    return I->second;
  std::optional<uint32_t> Node;
  if (!Site)
    Node = noteNode(DarkNote);
  else if (Result.HasStacks)
    Node = noteNode(NoStackNote);
  if (Site) {
    MeasuredStacks::Place Chain;
    Chain.Levels = P.site(*Site).Chain;
    Node = addNode(addPlace(Chain), Node);
  }
  if (Dark) {
    const DarkOrigin &D = P.dark(*Dark);
    MeasuredStacks::Place Code = {"", {}, D.Library, D.BuildId, D.Offset};
    if (!D.Function.empty()) {
      Result.DarkLevels.push_back({D.Function});
      Code.Levels = ArrayRef(Result.DarkLevels.back());
    }
    Node = addNode(addPlace(Code), Node);
  }
  return I->second = *Node;
}

void StackCollector::addRow(uint32_t Node, SectionIndex Section, uint64_t Size,
                            const Numbers &Blocks) {
  if (all_of(Blocks, [](uint64_t Number) { return !Number; }))
    return;
  auto [I, New] =
      RowOf.try_emplace({{Node, uint64_t(Section)}, Size}, Result.Rows.size());
  if (New)
    Result.Rows.push_back({Node, Section, Size});
  for (auto [To, More] : zip_equal(Result.Rows[I->second].Blocks, Blocks))
    To = SaturatingAdd(To, More);
}

template <typename T>
void StackCollector::addStack(const T &Its, const Numbers &Blocks) {
  if (any_of(Blocks, [](uint64_t Number) { return Number; }))
    addRow(nodeOfStack(Its.Stack, /*IsDark=*/!Its.Site), Its.Section, Its.Size,
           Blocks);
}

template <typename T>
void StackCollector::addRest(const T &Entry, const Numbers &Blocks) {
  if (any_of(Blocks, [](uint64_t Number) { return Number; }))
    addRow(nodeOfOrigin(Entry.Site, Entry.Dark), Entry.Section, Entry.Size,
           Blocks);
}

void StackCollector::collectCounts() {
  StackLedger<1> Ledger(P, MayGuess);
  for (const Count &C : applyFilter(P, F))
    if (isHeap(P, C))
      Ledger.add({C.Site, C.Dark, C.Section, C.Size, {C.Allocations}});
  // Files and functions chose the sites: what is left over takes no part.
  Filter OfStacks;
  OfStacks.Sizes = F.Sizes;
  OfStacks.Sections = F.Sections;
  OfStacks.Threads = F.Threads;
  if (!BySite)
    for (const StackCount &C : applyFilterToStacks(P, OfStacks))
      addStack(C, {Ledger.take(C, {C.Allocations})[0]});
  for (const auto &Rest : Ledger.entries())
    addRest(Rest, {Rest.Left[0]});
}

void StackCollector::collectFates() {
  auto Of = [](const LifetimeCounts &C) {
    return std::array<uint64_t, 3>{C.Temporary, C.live(), C.AtPeak};
  };
  auto Numbered = [](const std::array<uint64_t, 3> &Fates) {
    return Numbers{0, Fates[0], Fates[1], Fates[2]};
  };
  StackLedger<3> Ledger(P, MayGuess);
  for (const Lifetime *L : applyFilterToLifetimes(P, F))
    if (!L->Site || P.site(*L->Site).Family != SiteFamily::Pool) {
      Ledger.add({L->Site, L->Dark, L->Section, L->Size, Of(L->Counts)});
      if (BySite && areKnown(L->Counts))
        Result.Accessed.push_back(
            {nodeOfOrigin(L->Site, L->Dark), L->Size, &L->Counts});
    }
  if (!BySite)
    for (const StackLifetime &L : P.StackLifetimes)
      addStack(L, Numbered(Ledger.take(L, Of(L.Counts))));
  for (const auto &Rest : Ledger.entries())
    addRest(Rest, Numbered(Rest.Left));
}

MeasuredStacks StackCollector::collect() {
  LifetimeState State = lifetimeStateOf(P);
  Result.HasStacks =
      !BySite && (!P.StackCounts.empty() || !P.StackLifetimes.empty());
  Result.HasFates = F.Threads.empty() && (State == LifetimeState::Seen ||
                                          State == LifetimeState::Partly);
  collectCounts();
  if (Result.HasFates)
    collectFates();
  return std::move(Result);
}

MeasuredStacks measureStacks(const Profile &P, const Filter &F, bool BySite) {
  return StackCollector(P, F, BySite).collect();
}

bool hasAccesses(const Profile &P) {
  return any_of(P.Lifetimes,
                [](const Lifetime &L) { return areKnown(L.Counts); });
}

} // namespace anomalloc

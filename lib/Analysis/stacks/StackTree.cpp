//===- StackTree.cpp - calling stacks by function -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/stacks/StackTree.h"
#include "Analysis/FunctionNames.h"
#include "Analysis/lines/Makers.h"
#include "Support/Demangle.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>

using namespace llvm;

namespace anomalloc {
namespace {

class TreeBuilder {
public:
  TreeBuilder(const Profile &P, const StackOptions &Options)
      : P(P), Options(Options) {
    Tree.Lines = StackLines(P.Stacks);
  }

  StackTree build();

private:
  /// What is known of a stack, from its innermost level outwards.
  struct Seen {
    std::optional<uint32_t> Node; ///< None: all levels are hidden.
    bool ByFramePointer, Cut, File, Function;
  };
  /// One source level of a place.
  struct Level {
    uint32_t Function;
    uint32_t Line; ///< As StackLines::addLine told.
  };

  std::vector<Level> levelsOf(const CodePlace &Place);
  uint32_t function(const CodePlace &Place, const Frame *F);
  std::optional<uint32_t> enter(std::optional<uint32_t> Caller, const Level &L);
  void resolveStacks();
  bool pass(const StackCount &C, const Seen &S) const;
  void add(const StackCount &C);
  void countAll();
  void addLines();
  void addHeaviestStacks(ArrayRef<uint64_t> Own);
  std::vector<uint32_t> rankFunctions() const;
  void chooseTypes();

  const Profile &P;
  const StackOptions &Options;
  StackTree Tree;
  std::map<std::pair<StringRef, std::string>, uint32_t> FunctionOf;
  /// By caller and 1, 0 for none, and function.
  DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> NodeOf;
  std::vector<Seen> Stacks;
  std::vector<uint64_t> Through; ///< By stack: weight at or below it.
};

uint32_t TreeBuilder::function(const CodePlace &Place, const Frame *F) {
  bool Named = F && !F->Function.empty();
  std::string Collapsed;
  if (Named && Options.CollapseTemplates)
    Collapsed = collapseTemplates(demangledName(F->Function));
  std::string Key = !Named              ? "+" + utostr(Place.Offset)
                    : Collapsed.empty() ? F->Function.str()
                                        : Collapsed;
  // Static functions of one name in different libraries are different ones; a
  // user's function in an inlined header is the same everywhere.
  auto [I, Is] = FunctionOf.try_emplace({Place.Library, std::move(Key)},
                                        Tree.Functions.size());
  if (!Is)
    return I->second;
  StackFunction New;
  New.Library = Place.Library;
  if (Named) {
    New.Name = F->Function;
    New.Collapsed = std::move(Collapsed);
    New.IsUser = isUserSource(P, F->File, Place.Library);
    New.IsMaker = P.isMaker(*F);
  } else {
    New.Offset = Place.Offset;
  }
  Tree.Functions.push_back(std::move(New));
  return I->second;
}

/// Outermost first.
std::vector<TreeBuilder::Level> TreeBuilder::levelsOf(const CodePlace &Place) {
  if (Place.Levels.empty())
    return {{function(Place, nullptr), Tree.Lines.addLine({"", 0})}};
  std::vector<Level> Result;
  for (const Frame &F : reverse(Place.Levels))
    Result.push_back(
        {function(Place, &F), Tree.Lines.addLine({F.File, F.Line})});
  return Result;
}

std::optional<uint32_t> TreeBuilder::enter(std::optional<uint32_t> Caller,
                                           const Level &L) {
  if (Options.UserOnly && !Tree.Functions[L.Function].IsUser)
    return Caller;
  if (Options.FoldRecursion)
    for (std::optional<uint32_t> N = Caller; N; N = Tree.Nodes[*N].Caller)
      if (Tree.Nodes[*N].Function == L.Function)
        return N;
  auto [I, New] = NodeOf.try_emplace({Caller ? *Caller + 1 : 0, L.Function},
                                     Tree.Nodes.size());
  if (New) {
    StackTree::Node N;
    N.Function = L.Function;
    N.Caller = Caller;
    Tree.Nodes.push_back(N);
  }
  return I->second;
}

void TreeBuilder::resolveStacks() {
  const Filter &F = Options.Filter;
  std::vector<std::vector<Level>> Levels;
  for (const CodePlace &Place : P.Places)
    Levels.push_back(levelsOf(Place));
  std::vector<bool> Matching; // By function.
  for (const StackFunction &Function : Tree.Functions)
    Matching.push_back(matchesFunction(F.Functions, Function.Name));
  for (const StackLevel &S : P.Stacks) {
    Seen Now = {std::nullopt, false, false, F.Files.empty(),
                F.Functions.empty()};
    if (S.Caller)
      Now = Stacks[uint32_t(*S.Caller)];
    Now.ByFramePointer |= S.ByFramePointer;
    Now.Cut |= S.Cut;
    for (const Level &L : Levels[uint32_t(S.Place)]) {
      const StackFunction &Function = Tree.Functions[L.Function];
      Now.File = Now.File ||
                 matchesPath(F.Files, Tree.Lines.line(L.Line).File) ||
                 matchesPath(F.Files, Function.Library);
      Now.Function = Now.Function || Matching[L.Function];
      std::optional<uint32_t> Inner = enter(Now.Node, L);
      if (Inner && Tree.Nodes[*Inner].Function == L.Function)
        Tree.Lines.addLevel({*Inner, L.Line});
      Now.Node = Inner;
    }
    Tree.Lines.endStack();
    Stacks.push_back(Now);
  }
}

bool TreeBuilder::pass(const StackCount &C, const Seen &S) const {
  const Filter &F = Options.Filter;
  if (!S.File || !S.Function || !F.Sizes.contains(C.Size))
    return false;
  if (!Options.Sites.empty() &&
      (!C.Site || none_of(Options.Sites, [&](const SitePattern &Pattern) {
        return Pattern.matches(P.site(*C.Site));
      })))
    return false;
  StringRef Section = P.section(C.Section);
  if (!F.Sections.empty() &&
      !matchesAny(F.Sections, Section.empty() ? OutsideName : Section))
    return false;
  if (F.Threads.empty())
    return true; // Lifetimes have no lane.
  const Lane &L = P.lane(C.Lane);
  return matchesAny(F.Threads, utostr(L.Number)) ||
         matchesAny(F.Threads, L.Name);
}

/// Gives each node the line through which most of the weight came.
void TreeBuilder::addLines() {
  for (size_t I = P.Stacks.size(); I-- != 0;)
    if (P.Stacks[I].Caller)
      Through[uint32_t(*P.Stacks[I].Caller)] += Through[I];
  struct Share {
    StackLines::Level At;
    uint64_t Weight;
  };
  std::vector<Share> Shares;
  for (uint32_t I = 0; I != P.Stacks.size(); ++I)
    if (Through[I])
      for (const StackLines::Level &L : Tree.Lines.levels(I))
        Shares.push_back({L, Through[I]});
  auto KeyOf = [&](const Share &S) {
    const StackLines::SourceLine &L = Tree.Lines.line(S.At.Line);
    return std::tuple(S.At.Node, L.File, L.Line);
  };
  sort(Shares, [&](const Share &A, const Share &B) {
    return A.At.Node != B.At.Node ? A.At.Node < B.At.Node : KeyOf(A) < KeyOf(B);
  });
  std::vector<uint64_t> Heaviest(Tree.Nodes.size());
  for (auto I = Shares.begin(); I != Shares.end();) {
    uint64_t Weight = 0;
    const auto Key = KeyOf(*I);
    for (; I != Shares.end() && KeyOf(*I) == Key; ++I)
      Weight += I->Weight;
    auto [Node, File, LineNumber] = Key;
    if (Weight <= Heaviest[Node])
      continue;
    Heaviest[Node] = Weight;
    Tree.Nodes[Node].File = File;
    Tree.Nodes[Node].Line = LineNumber;
  }
}

/// By function: its place in the order of names. Those of one name share it.
std::vector<uint32_t> TreeBuilder::rankFunctions() const {
  auto KeyOf = [this](uint32_t Function) {
    const StackFunction &F = Tree.Functions[Function];
    return std::pair(F.Name, F.Offset);
  };
  std::vector<uint32_t> InOrder(Tree.Functions.size());
  std::iota(InOrder.begin(), InOrder.end(), 0);
  sort(InOrder, [&](uint32_t A, uint32_t B) { return KeyOf(A) < KeyOf(B); });
  std::vector<uint32_t> Ranks(InOrder.size());
  for (size_t I = 1; I < InOrder.size(); ++I)
    Ranks[InOrder[I]] =
        Ranks[InOrder[I - 1]] + (KeyOf(InOrder[I - 1]) != KeyOf(InOrder[I]));
  return Ranks;
}

/// The heaviest come first; of equal ones the order of names decides, from the
/// innermost level on. What the comparison needs first stands side by side: of
/// half a million types most weigh the same.
void TreeBuilder::chooseTypes() {
  const std::vector<uint32_t> Ranks = rankFunctions();
  struct Type {
    uint64_t Weight;
    uint32_t Rank, Node;
  };
  std::vector<Type> Types;
  for (auto [I, N] : enumerate(Tree.Nodes))
    if (N.Allocations)
      Types.push_back({Tree.weight(N), Ranks[N.Function], uint32_t(I)});
  auto IsCalledFirst = [&](uint32_t A, uint32_t B) {
    std::optional<uint32_t> NextA = A, NextB = B;
    while (NextA != NextB) {
      if (!NextA || !NextB)
        return !NextA;
      uint32_t RankA = Ranks[Tree.Nodes[*NextA].Function];
      uint32_t RankB = Ranks[Tree.Nodes[*NextB].Function];
      if (RankA != RankB)
        return RankA < RankB;
      NextA = Tree.Nodes[*NextA].Caller;
      NextB = Tree.Nodes[*NextB].Caller;
    }
    return false;
  };
  sort(Types, [&](const Type &A, const Type &B) {
    if (A.Weight != B.Weight)
      return A.Weight > B.Weight;
    return A.Rank != B.Rank ? A.Rank < B.Rank : IsCalledFirst(A.Node, B.Node);
  });
  for (const Type &T : Types)
    Tree.Types.push_back(T.Node);
  Tree.NumTypes = Tree.Types.size();
}

/// \p Own: by stack, the weight of exactly this one.
void TreeBuilder::addHeaviestStacks(ArrayRef<uint64_t> Own) {
  Tree.HeaviestStack.resize(Tree.Nodes.size());
  for (uint32_t I = 0; I != P.Stacks.size(); ++I)
    if (Own[I]) {
      std::optional<uint32_t> &Known = Tree.HeaviestStack[*Stacks[I].Node];
      if (!Known || Own[*Known] < Own[I])
        Known = I;
    }
}

/// Counts \p C where it belongs, if it passes the filters.
void TreeBuilder::add(const StackCount &C) {
  const Seen &S = Stacks[uint32_t(C.Stack)];
  if (!pass(C, S) || !S.Node)
    return;
  auto Add = [](uint64_t &Sum, uint64_t More) {
    Sum = SaturatingAdd(Sum, More);
  };
  uint64_t Bytes = SaturatingMultiply(C.Size, C.Allocations);
  StackTree::Node &N = Tree.Nodes[*S.Node];
  Add(N.Allocations, C.Allocations);
  Add(N.Bytes, Bytes);
  if (P.isEstimated()) {
    StackTree::Tallies &Its = Tree.OwnTallies[*S.Node];
    Its.Allocations.add(P, C.Drawn, C.Allocations);
    Its.Bytes.add(P, C.Drawn, C.Allocations, C.Size);
  }
  Add(Tree.Allocations, C.Allocations);
  Add(Tree.Bytes, Bytes);
  Add(Through[uint32_t(C.Stack)], Tree.ByBytes ? Bytes : C.Allocations);
  if (S.ByFramePointer)
    Add(Tree.ByFramePointer, C.Allocations);
  if (S.Cut)
    Add(Tree.Cut, C.Allocations);
}

void TreeBuilder::countAll() {
  if (!Options.Blocks->Of) {
    for (const StackCount &C : P.StackCounts)
      add(C);
    return;
  }
  for (const StackLifetime &L : P.StackLifetimes)
    if (uint64_t Blocks = Options.Blocks->Of(L.Counts))
      add({L.Stack, L.Site, L.Section, LaneIndex(), L.Size, Blocks, L.Drawn});
}

StackTree TreeBuilder::build() {
  Tree.Blocks = Options.Blocks;
  Tree.ByBytes = Options.ByBytes;
  resolveStacks();
  Through.resize(P.Stacks.size());
  Tree.Source = &P;
  if (P.isEstimated())
    Tree.OwnTallies.resize(Tree.Nodes.size());
  countAll();
  uint64_t Counted = 0, WithStack = 0;
  for (const Count &C : P.Counts)
    Counted = SaturatingAdd(Counted, C.Allocations);
  for (const StackCount &C : P.StackCounts)
    WithStack = SaturatingAdd(WithStack, C.Allocations);
  for (const Process &Proc : P.Processes)
    Tree.Lost = SaturatingAdd(Tree.Lost, Proc.LostStacks);
  Tree.NotSelected = Counted - std::min(Counted, WithStack);
  addHeaviestStacks(Through);
  addLines();
  chooseTypes();
  return std::move(Tree);
}

} // namespace

std::vector<StackTree::Node> StackTree::levels(uint32_t Type) const {
  std::vector<Node> Result;
  std::optional<uint32_t> Stack = HeaviestStack[Type];
  SmallDenseMap<uint32_t, StackLines::SourceLine, 64> LineOf; // By node.
  if (Stack)
    LineOf = Lines.ofNodes(*Stack);
  for (std::optional<uint32_t> N = Type; N; N = Nodes[*N].Caller) {
    Result.push_back(Nodes[*N]);
    if (!Stack)
      continue;
    StackLines::SourceLine L = LineOf.lookup(*N);
    Result.back().File = L.File;
    Result.back().Line = L.Line;
  }
  return Result;
}

StackTree buildStackTree(const Profile &P, const StackOptions &Options) {
  return TreeBuilder(P, Options).build();
}

} // namespace anomalloc

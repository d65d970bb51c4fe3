//===- StackTree.cpp - calling stacks by function -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/StackTree.h"
#include "Analysis/FunctionNames.h"
#include "Analysis/Makers.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace anomalloc {
namespace {

class Builder {
public:
  Builder(const Profile &P, const StackOptions &Options)
      : P(P), Options(Options) {}

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
    StringRef File;
    uint32_t Line;
  };
  struct Amount {
    uint64_t Allocations = 0, Bytes = 0;
  };

  std::vector<Level> levelsOf(const CodePlace &Place);
  uint32_t function(const CodePlace &Place, const Frame *F);
  std::optional<uint32_t> enter(std::optional<uint32_t> Caller, const Level &L);
  void resolveStacks();
  bool pass(const StackCount &C, const Seen &S) const;
  void add(const StackCount &C);
  void countAll();
  void addLines();
  void addLinesOfTypes(ArrayRef<uint64_t> Own);
  void chooseTypes();

  const Profile &P;
  const StackOptions &Options;
  StackTree Tree;
  std::map<std::pair<StringRef, std::string>, uint32_t> FunctionOf;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> NodeOf;
  std::vector<Seen> Stacks;
  /// Of each stack and level that is shown: its node and its line.
  struct Line {
    uint32_t Stack, Node;
    Level At;
  };
  std::vector<Line> Lines;
  std::vector<uint64_t> Through; ///< By stack: weight at or below it.
};

uint32_t Builder::function(const CodePlace &Place, const Frame *F) {
  StackFunction New;
  New.Library = Place.Library;
  std::string Key;
  if (F && !F->Function.empty()) {
    New.Name = F->Function;
    New.IsUser = !F->File.empty() && !isSystemLibrary(Place.Library) &&
                 !P.isSystemFile(F->File);
    New.IsMaker = P.isMaker(*F);
    if (Options.CollapseTemplates)
      New.Collapsed = collapseTemplates(demangledName(F->Function));
    Key = New.Collapsed.empty() ? F->Function.str() : New.Collapsed;
  } else {
    New.Offset = Place.Offset;
    Key = "+" + utostr(Place.Offset);
  }
  // Static functions of one name in different libraries are different ones; a
  // user's function in an inlined header is the same everywhere.
  auto [I, Is] =
      FunctionOf.try_emplace({Place.Library, Key}, Tree.Functions.size());
  if (Is)
    Tree.Functions.push_back(std::move(New));
  return I->second;
}

/// Outermost first.
std::vector<Builder::Level> Builder::levelsOf(const CodePlace &Place) {
  if (Place.Levels.empty())
    return {{function(Place, nullptr), "", 0}};
  std::vector<Level> Result;
  for (const Frame &F : reverse(Place.Levels))
    Result.push_back({function(Place, &F), F.File, F.Line});
  return Result;
}

std::optional<uint32_t> Builder::enter(std::optional<uint32_t> Caller,
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

void Builder::resolveStacks() {
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
      Now.File = Now.File || matchesPath(F.Files, L.File) ||
                 matchesPath(F.Files, Function.Library);
      Now.Function = Now.Function || Matching[L.Function];
      std::optional<uint32_t> Inner = enter(Now.Node, L);
      if (Inner && Tree.Nodes[*Inner].Function == L.Function)
        Lines.push_back({uint32_t(Stacks.size()), *Inner, L});
      Now.Node = Inner;
    }
    Stacks.push_back(Now);
  }
}

bool Builder::pass(const StackCount &C, const Seen &S) const {
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
void Builder::addLines() {
  for (size_t I = P.Stacks.size(); I-- != 0;)
    if (P.Stacks[I].Caller)
      Through[uint32_t(*P.Stacks[I].Caller)] += Through[I];
  std::map<std::tuple<uint32_t, StringRef, uint32_t>, uint64_t> Weights;
  for (const Line &L : Lines)
    if (Through[L.Stack])
      Weights[{L.Node, L.At.File, L.At.Line}] += Through[L.Stack];
  std::vector<uint64_t> Heaviest(Tree.Nodes.size());
  for (const auto &[Key, Weight] : Weights) {
    auto [Node, File, LineNumber] = Key;
    if (Weight <= Heaviest[Node])
      continue;
    Heaviest[Node] = Weight;
    Tree.Nodes[Node].File = File;
    Tree.Nodes[Node].Line = LineNumber;
  }
}

void Builder::chooseTypes() {
  for (uint32_t I = 0; I != Tree.Nodes.size(); ++I)
    if (Tree.Nodes[I].Allocations)
      Tree.Types.push_back(I);
  Tree.NumTypes = Tree.Types.size();
  auto Names = [this](uint32_t Type) {
    std::vector<std::pair<StringRef, uint64_t>> Result;
    for (std::optional<uint32_t> N = Type; N; N = Tree.Nodes[*N].Caller) {
      const StackFunction &F = Tree.Functions[Tree.Nodes[*N].Function];
      Result.emplace_back(F.Name, F.Offset);
    }
    return Result;
  };
  sort(Tree.Types, [&](uint32_t A, uint32_t B) {
    uint64_t InA = Tree.weight(Tree.Nodes[A]);
    uint64_t InB = Tree.weight(Tree.Nodes[B]);
    return InA != InB ? InA > InB : Names(A) < Names(B);
  });
}

/// Gives each type the lines of its heaviest stack.
void Builder::addLinesOfTypes(ArrayRef<uint64_t> Own) {
  std::map<uint32_t, uint32_t> Heaviest; // By type.
  for (uint32_t I = 0; I != P.Stacks.size(); ++I)
    if (Own[I]) {
      auto [Known, New] = Heaviest.try_emplace(*Stacks[I].Node, I);
      if (!New && Own[Known->second] < Own[I])
        Known->second = I;
    }
  for (uint32_t Type : Tree.Types) {
    std::map<uint32_t, StackTree::SourceLine> OfNode;
    for (std::optional<uint32_t> S = Heaviest[Type]; S;) {
      auto Of = std::equal_range(
          Lines.begin(), Lines.end(), Line{*S, 0, {}},
          [](const Line &A, const Line &B) { return A.Stack < B.Stack; });
      for (auto L = Of.second; L != Of.first;) {
        --L; // Innermost first; of a folded function that one counts.
        OfNode.try_emplace(L->Node,
                           StackTree::SourceLine{L->At.File, L->At.Line});
      }
      const std::optional<StackIndex> &Caller = P.Stacks[*S].Caller;
      S = Caller ? std::optional<uint32_t>(uint32_t(*Caller)) : std::nullopt;
    }
    std::vector<StackTree::SourceLine> &Result = Tree.LinesOf[Type];
    for (std::optional<uint32_t> N = Type; N; N = Tree.Nodes[*N].Caller)
      Result.push_back(OfNode[*N]);
  }
}

/// Counts \p C where it belongs, if it passes the filters.
void Builder::add(const StackCount &C) {
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
  Add(Tree.Allocations, C.Allocations);
  Add(Tree.Bytes, Bytes);
  Add(Through[uint32_t(C.Stack)], Tree.ByBytes ? Bytes : C.Allocations);
  if (S.ByFramePointer)
    Add(Tree.ByFramePointer, C.Allocations);
  if (S.Cut)
    Add(Tree.Cut, C.Allocations);
}

void Builder::countAll() {
  if (!Options.Blocks->Of) {
    for (const StackCount &C : P.StackCounts)
      add(C);
    return;
  }
  for (const StackLifetime &L : P.StackLifetimes)
    if (uint64_t Blocks = Options.Blocks->Of(L.Counts))
      add({L.Stack, L.Site, L.Section, LaneIndex(), L.Size, Blocks});
}

StackTree Builder::build() {
  Tree.Blocks = Options.Blocks;
  Tree.ByBytes = Options.ByBytes;
  resolveStacks();
  Through.resize(P.Stacks.size());
  countAll();
  uint64_t Counted = 0, WithStack = 0;
  for (const Count &C : P.Counts)
    Counted = SaturatingAdd(Counted, C.Allocations);
  for (const StackCount &C : P.StackCounts)
    WithStack = SaturatingAdd(WithStack, C.Allocations);
  for (const Process &Proc : P.Processes)
    Tree.Lost = SaturatingAdd(Tree.Lost, Proc.LostStacks);
  Tree.NotSelected = Counted - std::min(Counted, WithStack);
  std::vector<uint64_t> Own = Through;
  addLines();
  chooseTypes();
  addLinesOfTypes(Own);
  return std::move(Tree);
}

} // namespace

std::vector<StackTree::Node> StackTree::levels(uint32_t Type) const {
  std::vector<Node> Result;
  for (std::optional<uint32_t> N = Type; N; N = Nodes[*N].Caller)
    Result.push_back(Nodes[*N]);
  if (auto Known = LinesOf.find(Type); Known != LinesOf.end())
    for (auto [Level, Line] : zip(Result, Known->second)) {
      Level.File = Line.File;
      Level.Line = Line.Line;
    }
  return Result;
}

StackTree buildStackTree(const Profile &P, const StackOptions &Options) {
  return Builder(P, Options).build();
}

} // namespace anomalloc

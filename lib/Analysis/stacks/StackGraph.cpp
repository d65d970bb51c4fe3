//===- StackGraph.cpp - the call graph of stack trace types ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which functions to name. A function dominates the allocations that come about
// only through it. Descending the dominator tree from main, weight is passed
// down as long as one function below has nearly all of it; where it splits up,
// or is spent, is a place: above it a repair would have to deal with several
// things, below it with a part. That is neither main, which dominates all, nor
// the library's leaf, which everybody calls.
//
//===----------------------------------------------------------------------===//

#include "Analysis/stacks/StackGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace anomalloc {
namespace {

/// A type on its way from the allocation outwards.
struct Climber {
  SmallVector<uint32_t> Levels; ///< Vertices, the innermost first.
  size_t Level;                 ///< Where it is.
  uint64_t Weight;
  uint32_t Type; ///< A node of the tree.
};

class GraphBuilder {
public:
  GraphBuilder(const StackTree &T, const StackGraphOptions &Options,
               bool UserOnly)
      : T(T), Options(Options), UserOnly(UserOnly) {}
  StackGraph build(bool ChoosePlaces);

private:
  bool isShown(const StackTree::Node &N) const {
    return !UserOnly || T.Functions[N.Function].IsUser;
  }
  uint32_t vertex(const StackTree::Node &N);
  void addType(uint32_t Type);
  void sortVertices();
  void findDominators();
  uint32_t meet(uint32_t A, uint32_t B) const;
  void choosePlaces();
  void visit(uint32_t V);
  uint64_t leastWeight() const { return G.Weight / 100 * Options.MinPercent; }
  bool dominates(uint32_t Above, std::optional<uint32_t> V) const;
  SmallVector<uint32_t> verticesOf(uint32_t Type) const;
  void addPlace(uint32_t V);
  void climb(uint32_t V, std::vector<Climber> Climbers);
  void addCallers(StackGraph::Place &Place) const;

  const StackTree &T;
  const StackGraphOptions &Options;
  bool UserOnly;
  StackGraph G;
  std::map<uint32_t, uint32_t> VertexOf;
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> EdgeOf;
  std::vector<std::vector<uint32_t>> Callees, Callers, Below;
  std::set<uint32_t> Roots;
  std::vector<uint32_t> Order; ///< Reverse post order; by vertex.
  /// By vertex: the weight, and its types.
  std::map<uint32_t, std::pair<uint64_t, std::vector<uint32_t>>> FoundPlaces;
};

uint32_t GraphBuilder::vertex(const StackTree::Node &N) {
  auto [I, New] = VertexOf.try_emplace(N.Function, G.Vertices.size());
  if (New) {
    StackGraph::Vertex V;
    V.Function = N.Function;
    V.File = N.File;
    V.Line = N.Line;
    G.Vertices.push_back(V);
  }
  return I->second;
}

void GraphBuilder::addType(uint32_t Type) {
  uint64_t Weight = T.weight(T.Nodes[Type]);
  std::set<uint32_t> Seen;
  std::set<std::pair<uint32_t, uint32_t>> SeenEdges;
  std::optional<uint32_t> Callee;
  for (const StackTree::Node &N : T.levels(Type)) {
    if (!isShown(N))
      continue;
    uint32_t V = vertex(N);
    if (!Callee)
      G.Vertices[V].Own = SaturatingAdd(G.Vertices[V].Own, Weight);
    if (Seen.insert(V).second) { // Recursion passes it once.
      ++G.Vertices[V].Paths;
      G.Vertices[V].Through = SaturatingAdd(G.Vertices[V].Through, Weight);
    }
    if (Callee && SeenEdges.insert({V, *Callee}).second) {
      uint64_t &Sum = EdgeOf[{V, *Callee}];
      Sum = SaturatingAdd(Sum, Weight);
    }
    Callee = V;
  }
  if (Callee)
    Roots.insert(*Callee);
  G.Weight = SaturatingAdd(G.Weight, Weight);
}

void GraphBuilder::sortVertices() {
  std::vector<uint32_t> Sorted;
  for (uint32_t I = 0; I != G.Vertices.size(); ++I)
    Sorted.push_back(I);
  sort(Sorted, [&](uint32_t A, uint32_t B) {
    uint64_t InA = G.Vertices[A].Through, InB = G.Vertices[B].Through;
    return InA != InB ? InA > InB : A < B;
  });
  std::vector<uint32_t> NewOf(Sorted.size());
  std::vector<StackGraph::Vertex> Vertices;
  for (auto [New, Old] : enumerate(Sorted)) {
    NewOf[Old] = New;
    Vertices.push_back(G.Vertices[Old]);
  }
  G.Vertices = std::move(Vertices);
  for (auto &[Function, V] : VertexOf)
    V = NewOf[V];
  std::set<uint32_t> NewRoots;
  for (uint32_t R : Roots)
    NewRoots.insert(NewOf[R]);
  Roots = std::move(NewRoots);
  for (auto [Ends, Weight] : EdgeOf)
    G.Edges.push_back({NewOf[Ends.first], NewOf[Ends.second], Weight});
  sort(G.Edges, [](const auto &A, const auto &B) {
    return std::tie(B.Weight, A.Caller, A.Callee) <
           std::tie(A.Weight, B.Caller, B.Callee);
  });
}

uint32_t GraphBuilder::meet(uint32_t A, uint32_t B) const {
  uint32_t Root = G.Vertices.size();
  auto Up = [&](uint32_t V) { return G.Vertices[V].Dominator.value_or(Root); };
  while (A != B) {
    if (A == Root || B == Root)
      return Root;
    if (Order[A] > Order[B])
      A = Up(A);
    else
      B = Up(B);
  }
  return A;
}

/// Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm" (2001). The
/// root, above all outermost functions, is number Vertices.size().
void GraphBuilder::findDominators() {
  uint32_t Root = G.Vertices.size();
  Callees.resize(Root + 1);
  Callers.resize(Root);
  Below.resize(Root + 1);
  for (const StackGraph::Edge &E : G.Edges)
    if (E.Caller != E.Callee) {
      Callees[E.Caller].push_back(E.Callee);
      Callers[E.Callee].push_back(E.Caller);
    }
  for (uint32_t R : Roots) {
    Callees[Root].push_back(R);
    Callers[R].push_back(Root);
  }
  // Post order without recursion: stacks may be deep.
  std::vector<uint32_t> PostOrder;
  std::vector<bool> Seen(Root + 1);
  std::vector<std::pair<uint32_t, size_t>> Stack = {{Root, 0}};
  Seen[Root] = true;
  while (!Stack.empty()) {
    auto &[V, Next] = Stack.back();
    if (Next == Callees[V].size()) {
      PostOrder.push_back(V);
      Stack.pop_back();
      continue;
    }
    uint32_t Callee = Callees[V][Next++];
    if (Seen[Callee])
      continue;
    Seen[Callee] = true;
    if (V != Root)
      G.Vertices[Callee].Layer = G.Vertices[V].Layer + 1;
    Stack.push_back({Callee, 0});
  }
  Order.assign(Root + 1, 0);
  for (auto [I, V] : enumerate(reverse(PostOrder)))
    Order[V] = I;
  std::vector<bool> Known(Root + 1);
  Known[Root] = true;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (uint32_t V : reverse(PostOrder)) {
      if (V == Root)
        continue;
      std::optional<uint32_t> New;
      for (uint32_t Caller : Callers[V])
        if (Known[Caller])
          New = New ? meet(Caller, *New) : Caller;
      if (!New)
        continue;
      std::optional<uint32_t> Above;
      if (*New != Root)
        Above = *New;
      if (!Known[V] || G.Vertices[V].Dominator != Above) {
        Known[V] = true;
        G.Vertices[V].Dominator = Above;
        Changed = true;
      }
    }
  }
  for (uint32_t V : PostOrder) { // What is below comes first.
    if (V == Root)
      continue;
    StackGraph::Vertex &X = G.Vertices[V];
    X.Dominated = SaturatingAdd(X.Dominated, X.Own);
    Below[X.Dominator.value_or(Root)].push_back(V);
    if (X.Dominator) {
      uint64_t &Sum = G.Vertices[*X.Dominator].Dominated;
      Sum = SaturatingAdd(Sum, X.Dominated);
    }
  }
}

static double percentOf(uint64_t Part, uint64_t Whole) {
  return Whole ? double(Part) / double(Whole) * 100 : 0;
}

/// Names the places at and below \p V, which dominates enough.
void GraphBuilder::visit(uint32_t V) {
  constexpr unsigned Most = 75; // Percent.
  uint64_t Least = leastWeight();
  bool IsRoot = V == G.Vertices.size();
  uint64_t Weight = IsRoot ? G.Weight : G.Vertices[V].Dominated;
  uint64_t Passed = 0, Heaviest = 0;
  for (uint32_t B : Below[V]) {
    uint64_t W = G.Vertices[B].Dominated;
    if (W <= Least)
      continue;
    Passed = SaturatingAdd(Passed, W);
    Heaviest = std::max(Heaviest, W);
  }
  // It spends the weight itself, or in parts none of which is most of it.
  bool Spends =
      percentOf(Passed, Weight) < Most; // Not much is left to pass on.
  bool Splits = percentOf(Heaviest, Weight) < Most && Weight < G.Weight / 2;
  if (!IsRoot && (Spends || Splits))
    return addPlace(V);
  for (uint32_t B : Below[V])
    if (G.Vertices[B].Dominated > Least)
      visit(B);
}

bool GraphBuilder::dominates(uint32_t Above, std::optional<uint32_t> V) const {
  while (V && *V != Above)
    V = G.Vertices[*V].Dominator;
  return V.has_value();
}

/// The vertices of the type's levels, the innermost first.
SmallVector<uint32_t> GraphBuilder::verticesOf(uint32_t Type) const {
  SmallVector<uint32_t> Vertices;
  for (const StackTree::Node &N : T.levels(Type))
    if (isShown(N))
      Vertices.push_back(VertexOf.at(N.Function));
  return Vertices;
}

void GraphBuilder::addPlace(uint32_t V) {
  std::vector<Climber> Climbers;
  for (uint32_t Type : T.Types) {
    SmallVector<uint32_t> Levels = verticesOf(Type);
    if (!Levels.empty() && dominates(V, Levels.front()))
      Climbers.push_back({Levels, size_t(find(Levels, V) - Levels.begin()),
                          T.weight(T.Nodes[Type]), Type});
  }
  climb(V, std::move(Climbers));
}

/// What a maker does can often be changed only by who calls it: if these are a
/// few, they are the places.
void GraphBuilder::climb(uint32_t V, std::vector<Climber> Climbers) {
  constexpr unsigned Few = 3, NearlyAll = 95; // Callers; percent.
  uint64_t Weight = 0;
  std::vector<uint32_t> Types;
  std::map<uint32_t, std::pair<uint64_t, std::vector<Climber>>> ByCaller;
  for (Climber &C : Climbers) {
    Weight = SaturatingAdd(Weight, C.Weight);
    Types.push_back(C.Type);
    while (C.Level != C.Levels.size() && C.Levels[C.Level] == V)
      ++C.Level;
    if (C.Level == C.Levels.size())
      continue;
    auto &[Sum, Of] = ByCaller[C.Levels[C.Level]];
    Sum = SaturatingAdd(Sum, C.Weight);
    Of.push_back(std::move(C));
  }
  SmallVector<uint64_t> Sums;
  for (auto &[Caller, Group] : ByCaller)
    Sums.push_back(Group.first);
  sort(Sums, std::greater<>());
  uint64_t ByFew = 0;
  for (uint64_t Sum : ArrayRef(Sums).take_front(Few))
    ByFew = SaturatingAdd(ByFew, Sum);
  if (!T.Functions[G.Vertices[V].Function].IsMaker ||
      percentOf(ByFew, Weight) < NearlyAll) {
    auto &[Sum, TypesOf] = FoundPlaces[V];
    Sum = SaturatingAdd(Sum, Weight);
    append_range(TypesOf, Types);
    return;
  }
  for (auto &[Caller, Group] : ByCaller)
    climb(Caller, std::move(Group.second));
}

void GraphBuilder::addCallers(StackGraph::Place &Place) const {
  for (const StackGraph::Edge &E : G.Edges)
    if (E.Callee == Place.Vertex && E.Caller != Place.Vertex)
      Place.Callers.push_back({E.Caller, E.Weight});
}

void GraphBuilder::choosePlaces() {
  visit(G.Vertices.size());
  for (auto &[V, Found] : FoundPlaces) {
    auto &[Weight, Types] = Found;
    if (Weight <= leastWeight())
      continue;
    G.Places.push_back({V, Weight, {}, std::move(Types), {}});
    addCallers(G.Places.back());
  }
  sort(G.Places, [](const auto &A, const auto &B) {
    return std::tie(B.Weight, A.Vertex) < std::tie(A.Weight, B.Vertex);
  });
  if (G.Places.size() > Options.MaxPlaces)
    G.Places.resize(Options.MaxPlaces);
}

StackGraph GraphBuilder::build(bool ChoosePlaces) {
  for (uint32_t Type : T.Types)
    addType(Type);
  G.NumTypes = T.Types.size();
  sortVertices();
  findDominators();
  if (ChoosePlaces)
    choosePlaces();
  return std::move(G);
}

} // namespace

/// The places are chosen among the user's functions, if any is known, as if
/// these called each other directly.
static void takePlaces(StackGraph &G, const StackTree &T,
                       const StackGraphOptions &Options) {
  StackGraph User = GraphBuilder(T, Options, G.UserKnown).build(true);
  std::map<uint32_t, uint32_t> VertexOf;
  for (const auto &[I, V] : enumerate(G.Vertices))
    VertexOf[V.Function] = I;
  auto Translate = [&](uint32_t &V) {
    V = VertexOf[User.Vertices[V].Function];
  };
  for (StackGraph::Place &P : User.Places) {
    Translate(P.Vertex);
    for (auto &[Caller, Count] : P.Callers)
      Translate(Caller);
    G.Places.push_back(P);
  }
}

StackGraph buildStackGraph(const StackTree &T,
                           const StackGraphOptions &Options) {
  StackGraph G = GraphBuilder(T, Options, /*UserOnly=*/false).build(false);
  G.UserKnown =
      any_of(T.Functions, [](const StackFunction &F) { return F.IsUser; });
  takePlaces(G, T, Options);
  estimateWeights(G, T);
  return G;
}

} // namespace anomalloc

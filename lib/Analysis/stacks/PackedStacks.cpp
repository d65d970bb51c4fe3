//===- PackedStacks.cpp - all stacks as one tree --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/stacks/PackedStacks.h"
#include "Analysis/lines/Makers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

class Packer {
public:
  explicit Packer(const Profile &P) : P(P) {}

  PackedStacks pack();

private:
  uint32_t function(const CodePlace &Place, const Frame *F);
  uint32_t frame(uint32_t Function, StringRef File, uint32_t Line);
  std::vector<uint32_t> framesOf(const CodePlace &Place);
  void resolveStacks();
  void order();
  void chooseRows();
  void count(const BlockKind &Blocks);

  const Profile &P;
  PackedStacks Packed;
  /// Index of Functions and 1, by library and name, or offset.
  DenseMap<std::pair<StringRef, StringRef>, uint32_t> NamedFunctions;
  DenseMap<std::pair<StringRef, uint64_t>, uint32_t> NamelessFunctions;
  DenseMap<std::pair<std::pair<uint32_t, uint32_t>, StringRef>, uint32_t>
      FrameOf;
  /// By caller, 0 for none, and frame.
  DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> NodeOf;
  std::vector<uint32_t> NodeOfStack;
  std::vector<uint32_t> RowOf; ///< By node.
};

uint32_t Packer::function(const CodePlace &Place, const Frame *F) {
  // As in a StackTree: static functions of one name in different libraries are
  // different ones.
  bool Named = F && !F->Function.empty();
  uint32_t &Known = Named ? NamedFunctions[{Place.Library, F->Function}]
                          : NamelessFunctions[{Place.Library, Place.Offset}];
  if (Known)
    return Known - 1;
  PackedStacks::Function Its;
  Its.Library = Place.Library;
  if (Named) {
    Its.Name = F->Function;
    Its.IsUser = isUserSource(P, F->File, Place.Library);
    Its.IsMaker = P.isMaker(*F);
  } else {
    Its.Offset = Place.Offset;
  }
  Packed.Functions.push_back(Its);
  Known = Packed.Functions.size();
  return Known - 1;
}

uint32_t Packer::frame(uint32_t Function, StringRef File, uint32_t Line) {
  auto [Known, New] =
      FrameOf.try_emplace({{Function, Line}, File}, Packed.Frames.size());
  if (New)
    Packed.Frames.push_back({Function, File, Line});
  return Known->second;
}

/// Outermost first.
std::vector<uint32_t> Packer::framesOf(const CodePlace &Place) {
  if (Place.Levels.empty())
    return {frame(function(Place, nullptr), "", 0)};
  std::vector<uint32_t> Result;
  for (const Frame &F : reverse(Place.Levels))
    Result.push_back(frame(function(Place, &F), F.File, F.Line));
  return Result;
}

void Packer::resolveStacks() {
  std::vector<std::vector<uint32_t>> Frames;
  for (const CodePlace &Place : P.Places)
    Frames.push_back(framesOf(Place));
  for (const StackLevel &S : P.Stacks) {
    std::optional<uint32_t> Node;
    if (S.Caller)
      Node = NodeOfStack[uint32_t(*S.Caller)];
    for (uint32_t F : Frames[uint32_t(S.Place)]) {
      auto [Known, New] =
          NodeOf.try_emplace({Node ? *Node + 1 : 0, F}, Packed.Nodes.size());
      if (New)
        Packed.Nodes.push_back({F, Node});
      Node = Known->second;
    }
    NodeOfStack.push_back(*Node);
  }
}

/// Brings the nodes into the order that the header tells.
void Packer::order() {
  size_t Number = Packed.Nodes.size();
  std::vector<uint64_t> Through(Number);
  auto Add = [&](uint32_t Node, uint64_t More) {
    Through[Node] = SaturatingAdd(Through[Node], More);
  };
  for (const StackCount &C : P.StackCounts)
    Add(NodeOfStack[uint32_t(C.Stack)], C.Allocations);
  for (size_t I = Number; I-- != 0;)
    if (std::optional<uint32_t> Caller = Packed.Nodes[I].Caller)
      Add(*Caller, Through[I]);

  // By caller; the last one has those without.
  std::vector<std::vector<uint32_t>> Called(Number + 1);
  for (uint32_t I = 0; I != Number; ++I)
    Called[Packed.Nodes[I].Caller.value_or(Number)].push_back(I);
  std::vector<uint32_t> Left, NewNumber(Number);
  std::vector<PackedStacks::Node> Ordered;
  auto Push = [&](std::vector<uint32_t> &Of) {
    // The last one of Left comes next. Of equal ones the first seen does.
    sort(Of, [&](uint32_t A, uint32_t B) {
      return Through[A] != Through[B] ? Through[A] < Through[B] : A > B;
    });
    append_range(Left, Of);
  };
  Push(Called.back());
  while (!Left.empty()) {
    uint32_t Now = Left.back();
    Left.pop_back();
    NewNumber[Now] = Ordered.size();
    PackedStacks::Node N = Packed.Nodes[Now];
    if (N.Caller)
      N.Caller = NewNumber[*N.Caller];
    Ordered.push_back(N);
    Push(Called[Now]);
  }
  Packed.Nodes = std::move(Ordered);
  for (uint32_t &Node : NodeOfStack)
    Node = NewNumber[Node];
}

void Packer::chooseRows() {
  std::vector<bool> HasNumbers(Packed.Nodes.size());
  for (const StackCount &C : P.StackCounts)
    HasNumbers[NodeOfStack[uint32_t(C.Stack)]] = true;
  for (const StackLifetime &L : P.StackLifetimes)
    HasNumbers[NodeOfStack[uint32_t(L.Stack)]] = true;
  RowOf.resize(Packed.Nodes.size());
  for (uint32_t I = 0; I != Packed.Nodes.size(); ++I)
    if (HasNumbers[I]) {
      RowOf[I] = Packed.Rows.size();
      Packed.Rows.push_back(I);
    }
}

void Packer::count(const BlockKind &Blocks) {
  PackedStacks::Measure M = {
      &Blocks, std::vector<Amount>(Packed.Rows.size()), {}, {}};
  auto AddStack = [&](StackIndex Stack, uint64_t Number, uint64_t Size) {
    M.Own[RowOf[NodeOfStack[uint32_t(Stack)]]].add(Number, Size);
    M.WithStack.add(Number, Size);
  };
  if (Blocks.Of) {
    for (const StackLifetime &L : P.StackLifetimes)
      AddStack(L.Stack, Blocks.Of(L.Counts), L.Size);
    for (const Lifetime &L : P.Lifetimes)
      M.WithoutStack.add(Blocks.Of(L.Counts), L.Size);
  } else {
    for (const StackCount &C : P.StackCounts)
      AddStack(C.Stack, C.Allocations, C.Size);
    for (const Count &C : P.Counts)
      M.WithoutStack.add(C);
  }
  subtract(M.WithoutStack, M.WithStack);
  Packed.Measures.push_back(std::move(M));
}

PackedStacks Packer::pack() {
  Packed.Source = &P;
  resolveStacks();
  order();
  chooseRows();
  for (const BlockKind &Blocks : blockKinds())
    if (!Blocks.Of || !P.StackLifetimes.empty())
      count(Blocks);
  for (const Process &Its : P.Processes)
    Packed.Lost = SaturatingAdd(Packed.Lost, Its.LostStacks);
  return std::move(Packed);
}

} // namespace

PackedStacks packStacks(const Profile &P) { return Packer(P).pack(); }

} // namespace anomalloc

//===- MachineLoops.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/MachineLoops.h"
#include "Support/StrongComponents.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace anomalloc::recover {
namespace {

/// Loops within one another that are looked for. Each level takes time in
/// proportion to the function's size; a person writes no more than ten.
constexpr uint32_t MostLevels = 64;

constexpr uint32_t NoBlock = ~0u;

class LoopFinder {
public:
  LoopFinder(BlockGraph Jumps, uint32_t Entry)
      : Graph(std::move(Jumps)), Entry(Entry), Loops(Graph.size()),
        Component(Graph.size()), Alive(Graph.size(), true),
        IsEntry(Graph.size()) {}

  std::optional<std::vector<BlockLoops>> run() {
    if (Graph.empty())
      return std::move(Loops);
    markReachable();
    std::vector<uint32_t> Blocks(Graph.size());
    for (uint32_t I = 0; I != Blocks.size(); ++I)
      Blocks[I] = I;
    for (uint32_t Level = 0; !Blocks.empty(); ++Level) {
      if (Level > MostLevels)
        return std::nullopt;
      findComponents(Blocks);
      Blocks = enterLoops(Blocks);
    }
    return std::move(Loops);
  }

private:
  /// Marks what can be reached, and takes out the jumps from the rest into it.
  void markReachable() {
    std::vector<uint32_t> Stack = {Entry};
    Loops[Entry].Reachable = true;
    while (!Stack.empty()) {
      uint32_t Block = Stack.back();
      Stack.pop_back();
      for (uint32_t To : Graph[Block])
        if (!std::exchange(Loops[To].Reachable, true))
          Stack.push_back(To);
    }
    for (uint32_t I = 0; I != Graph.size(); ++I)
      if (!Loops[I].Reachable)
        erase_if(Graph[I], [&](uint32_t To) { return Loops[To].Reachable; });
  }

  /// Of the jumps between \p Blocks, which are Alive.
  void findComponents(const std::vector<uint32_t> &Blocks) {
    Component.find(Blocks,
                   [&](uint32_t Block, size_t I) -> std::optional<uint32_t> {
                     if (I == Graph[Block].size())
                       return std::nullopt;
                     const uint32_t To = Graph[Block][I];
                     return Alive[To] ? To : Block;
                   });
  }

  /// Counts each component that has a jump inside as a loop of its blocks, and
  /// takes out the jumps to its entries. Returns the blocks in loops; the
  /// others are looked at no more.
  std::vector<uint32_t> enterLoops(const std::vector<uint32_t> &Blocks) {
    std::vector<bool> IsLoop(Component.size() + 1);
    std::vector<uint32_t> Header(Component.size() + 1, NoBlock);
    for (uint32_t Block : Blocks)
      IsEntry[Block] = Block == Entry;
    for (uint32_t From : Blocks)
      for (uint32_t To : Graph[From])
        if (Alive[To] && Component[To] == Component[From])
          IsLoop[Component[To]] = true;
        else if (Alive[To])
          IsEntry[To] = true;
    for (uint32_t Block : Blocks)
      if (IsEntry[Block])
        Header[Component[Block]] = std::min(Header[Component[Block]], Block);
    for (uint32_t Block : Blocks) // In order: the first one is the lowest.
      if (Header[Component[Block]] == NoBlock) {
        Header[Component[Block]] = Block;
        IsEntry[Block] = true;
      }

    std::vector<uint32_t> Inside;
    for (uint32_t Block : Blocks) {
      const uint32_t Its = Component[Block];
      if (!IsLoop[Its]) {
        Alive[Block] = false;
        continue;
      }
      ++Loops[Block].Depth;
      Loops[Block].Header = Header[Its];
      Inside.push_back(Block);
      erase_if(Graph[Block], [&](uint32_t To) {
        return !Alive[To] || (IsEntry[To] && Component[To] == Its);
      });
    }
    return Inside;
  }

  BlockGraph Graph; ///< Jumps that were not taken out yet.
  const uint32_t Entry;
  std::vector<BlockLoops> Loops;
  StrongComponents Component;
  std::vector<bool> Alive, IsEntry;
};

} // namespace

std::optional<std::vector<BlockLoops>> findLoops(BlockGraph Graph,
                                                 uint32_t Entry) {
  return LoopFinder(std::move(Graph), Entry).run();
}

} // namespace anomalloc::recover

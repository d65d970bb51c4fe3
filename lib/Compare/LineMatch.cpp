//===- LineMatch.cpp - lines to change that moved -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/LineMatch.h"
#include "Compare/Align.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// The lines of one function in both versions.
class FunctionLines {
public:
  FunctionLines(const CodeIndex::ChangeLines &Old,
                const CodeIndex::ChangeLines &New, const Renames &R)
      : OldLines(linesOf(Old)), NewLines(linesOf(New)), NewOf(OldLines.size()),
        IsTaken(NewLines.size()) {
    std::vector<uint64_t> OldKeys, NewKeys;
    for (const auto &[Line, Its] : Old) {
      OldKeys.push_back(keyOf(Its.Callees, &R));
      OldSizes.push_back(Its.Sizes);
    }
    for (const auto &[Line, Its] : New) {
      NewKeys.push_back(keyOf(Its.Callees, nullptr));
      NewSizes.push_back(Its.Sizes);
    }
    std::vector<AlignedPair> Pairs = align(OldKeys, NewKeys);
    dropRefuted(Pairs, OldSizes, NewSizes);
    for (const AlignedPair &P : Pairs)
      pair(P.Old, P.New);
  }

  /// Pairs what is left between two lines that moved alike.
  void pairBetween() {
    const std::vector<std::optional<uint32_t>> Sure = NewOf;
    for (uint32_t I = 1; I + 1 < OldLines.size(); ++I) {
      if (Sure[I])
        continue;
      uint32_t Before = I, After = I;
      while (Before && !Sure[Before])
        --Before;
      while (After + 1 < Sure.size() && !Sure[After])
        ++After;
      if (Sure[Before] && Sure[After] && shift(Before) == shift(After))
        pairAt(I, OldLines[I] + shift(Before));
    }
  }

  /// Pairs what is left where it was.
  void pairUnmoved() {
    for (uint32_t I = 0; I != OldLines.size(); ++I)
      if (!NewOf[I])
        pairAt(I, OldLines[I]);
  }

  template <typename Do> void forEach(Do Each) const {
    for (uint32_t I = 0; I != OldLines.size(); ++I)
      if (NewOf[I])
        Each(OldLines[I], NewLines[*NewOf[I]]);
  }

private:
  static std::vector<uint32_t> linesOf(const CodeIndex::ChangeLines &Lines) {
    std::vector<uint32_t> Result;
    for (const auto &[Line, Its] : Lines)
      Result.push_back(Line);
    return Result;
  }

  static uint64_t keyOf(const std::set<uint32_t> &Callees, const Renames *R) {
    std::vector<uint32_t> Names;
    for (uint32_t Name : Callees)
      Names.push_back(R ? R->function(Name) : Name);
    llvm::sort(Names);
    return xxh3_64bits(
        ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(Names.data()),
                          Names.size() * sizeof(uint32_t)));
  }

  void pair(uint32_t Old, uint32_t New) {
    NewOf[Old] = New;
    IsTaken[New] = true;
  }
  void pairAt(uint32_t Old, uint32_t NewLine) {
    auto I = llvm::lower_bound(NewLines, NewLine);
    if (I == NewLines.end() || *I != NewLine)
      return;
    const uint32_t New = I - NewLines.begin();
    if (!IsTaken[New] && !areDisjoint(OldSizes[Old], NewSizes[New]))
      pair(Old, New);
  }
  uint32_t shift(uint32_t Old) const {
    return NewLines[*NewOf[Old]] - OldLines[Old];
  }

  std::vector<uint32_t> OldLines, NewLines;
  std::vector<SeenSizes> OldSizes, NewSizes;
  std::vector<std::optional<uint32_t>> NewOf;
  std::vector<bool> IsTaken;
};

} // namespace

LineMatch matchLines(const CodeIndex &Old, const CodeIndex &New,
                     const Renames &R) {
  using Group = CodeIndex::LineGroup;
  std::vector<std::tuple<Group, Group, FunctionLines>> Functions;
  std::map<StringRef, std::set<uint32_t>> Shifts;
  for (const auto &[OldGroup, Lines] : Old.changeLines()) {
    Group NewGroup = {R.function(OldGroup.first), R.file(OldGroup.second)};
    auto Same = New.changeLines().find(NewGroup);
    if (Same == New.changeLines().end())
      continue;
    FunctionLines F(Lines, Same->second, R);
    F.pairBetween();
    F.forEach([&, File = NewGroup.second](uint32_t From, uint32_t To) {
      Shifts[File].insert(To - From);
    });
    Functions.emplace_back(OldGroup, NewGroup, std::move(F));
  }
  LineMatch M;
  for (const auto &[File, Its] : Shifts)
    if (Its == std::set<uint32_t>{0})
      M.Unmoved.insert(File);
  for (auto &[OldGroup, NewGroup, F] : Functions) {
    if (M.Unmoved.count(NewGroup.second))
      F.pairUnmoved();
    F.forEach([&, OldGroup = OldGroup, NewGroup = NewGroup](uint32_t From,
                                                            uint32_t To) {
      M.Pairs.push_back({OldGroup, NewGroup, From, To});
    });
  }
  return M;
}

} // namespace anomalloc

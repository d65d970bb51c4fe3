//===- MeasuredRows.cpp - chains with shared frames -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/weights/MeasuredRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc {

void MeasuredRows::Row::add(const SizeCounts &More) {
  for (auto [Size, Number] : More) {
    Sizes[Size] = SaturatingAdd(Sizes[Size], Number);
    Allocations = SaturatingAdd(Allocations, Number);
    Bytes = SaturatingMultiplyAdd(Size, Number, Bytes);
  }
}

uint32_t MeasuredRows::indexOf(StringRef Text,
                               std::map<StringRef, uint32_t> &Known,
                               std::vector<std::string> &Texts) {
  auto [I, New] = Known.try_emplace(Text, uint32_t(Texts.size()));
  if (New)
    Texts.push_back(Text.str());
  return I->second;
}

uint32_t MeasuredRows::functionIndex(StringRef LinkageName) {
  return indexOf(LinkageName, Functions, M.Functions);
}

bool MeasuredRows::isUser(const Frame &F) {
  if (!F.Line || F.File.empty())
    return false;
  auto [I, New] = UserFiles.try_emplace(F.File);
  if (New)
    I->second = !P.isSystemFile(F.File);
  return I->second;
}

uint32_t MeasuredRows::frameIndex(const Frame &F,
                                  std::optional<uint32_t> Caller) {
  MeasuredFrame New;
  New.File = indexOf(F.File, Files, M.Files);
  New.Line = F.Line;
  New.Column = F.Column;
  New.Function = functionIndex(F.Function);
  New.Caller = Caller;
  auto [I, IsNew] =
      Frames.try_emplace({Caller ? int64_t(*Caller) : -1, New.File, New.Line,
                          New.Column, New.Function},
                         uint32_t(M.Frames.size()));
  if (IsNew)
    M.Frames.push_back(New);
  return I->second;
}

MeasuredRows::Row *MeasuredRows::rowFor(ArrayRef<Frame> Makers,
                                        ArrayRef<Frame> Levels, bool IsShared,
                                        bool IsOfCall) {
  std::optional<uint32_t> Node, Change;
  for (const Frame &F : reverse(Levels))
    if (isUser(F))
      Change = Node = frameIndex(F, Node);
  for (const Frame &F : Makers)
    if (isUser(F))
      Node = frameIndex(F, Node);
  return Node ? &Rows[{*Node, Change, IsShared, IsOfCall}] : nullptr;
}

void MeasuredRows::addUses(const std::map<uint64_t, MeasuredUses> &Uses) {
  // Chains without a line to change have blocks of others that have one.
  std::map<uint64_t, uint64_t> Led;
  for (const MeasuredChain &C : M.Chains)
    if (C.Change && C.Allocations)
      for (uint64_t Site : C.Sites)
        ++Led[Site];
  for (MeasuredChain &C : M.Chains) {
    if (!C.Change || C.Shared || C.Sites.empty() ||
        any_of(C.Sites, [&](uint64_t S) { return Led[S] != 1; }))
      continue;
    MeasuredUses Sum;
    for (uint64_t Site : C.Sites)
      if (auto Its = Uses.find(Site); Its != Uses.end())
        Sum += Its->second;
    // Of nine of ten blocks, and of no others; libraries may use what nobody
    // seems to use.
    if (Sum.Blocks <= C.Allocations &&
        Sum.Blocks >= C.Allocations - C.Allocations / 10 &&
        (Sum.Read || Sum.Written))
      C.Uses = Sum;
  }
}

void MeasuredRows::finish(const std::map<uint64_t, MeasuredUses> &Uses) {
  for (const auto &[Key, Its] : Rows) {
    const Row &R = Its;
    MeasuredChain &C = M.Chains.emplace_back();
    std::tie(C.Innermost, C.Change, C.Shared, C.OfCall) = Key;
    C.Sites.assign(R.Sites.begin(), R.Sites.end());
    C.Makers.assign(R.Makers.begin(), R.Makers.end());
    C.Changes.assign(R.Changes.begin(), R.Changes.end());
    C.Depth = R.Depth;
    C.Allocations = R.Allocations;
    C.Bytes = R.Bytes;
    C.Sizes.assign(R.Sizes.begin(), R.Sizes.end());
    // Of a call the sizes are those of its sites, unless all are known.
    uint64_t Told = 0;
    for (auto [Size, Number] : R.Sizes)
      Told = SaturatingAdd(Told, Number);
    const bool AllTold = !C.OfCall || (Told == R.Allocations && Told);
    if (!C.OfCall && !R.Sizes.empty())
      C.SizeRange = {R.Sizes.begin()->first, R.Sizes.rbegin()->first};
    erase_if(C.Sizes,
             [&](const auto &Pair) { return !Pair.second && AllTold; });
    if (C.OfCall && (AllTold ? !C.Sizes.empty() : C.Sizes.size() == 1))
      C.SizeRange = {C.Sizes.front().first, C.Sizes.back().first};
    sort(C.Sizes, [](const auto &A, const auto &B) {
      return std::tie(B.second, A.first) < std::tie(A.second, B.first);
    });
  }
  addUses(Uses);
}

} // namespace anomalloc

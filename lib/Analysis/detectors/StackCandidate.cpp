//===- StackCandidate.cpp - blocks that could be local variables ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every single block was freed while the call of the function that made it
/// still ran, by the thread that made it; the blocks are small, few of one size
/// lived at once, and all of them would fit a stack. Needs functions compiled
/// with -anomalloc-activations.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "Analysis/lifetimes/ActivationOwners.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// The functions that made the blocks of the line; nothing if one of them is
/// not known.
static std::vector<std::string> ownersOf(const BlockGroup &L,
                                         const Profile &P) {
  std::vector<std::string> Owners;
  for (const LifetimeTable::Row *R : L.Rows) {
    std::vector<std::string> Some =
        activationOwners(P.site(*R->Site), R->Callers);
    if (Some.empty())
      return {};
    for (std::string &Name : Some)
      if (!is_contained(Owners, Name))
        Owners.push_back(std::move(Name));
  }
  return Owners;
}

/// "f() or g()"; only the first few.
static std::string listOf(ArrayRef<std::string> Owners) {
  constexpr size_t Shown = 3;
  if (Owners.size() > Shown)
    return formatv("{0}() or one of {1} others", Owners[0], Owners.size() - 1);
  std::string Text;
  for (const std::string &Name : Owners)
    Text += (Text.empty() ? "" : " or ") + Name + "()";
  return Text;
}

std::optional<MeasuredAnomaly> detectStackCandidate(const BlockGroup &L,
                                                    const FindingContext &C) {
  constexpr uint64_t LargestBlock = 4096, MostOfASize = 32, MostBytes = 65536;
  const LifetimeSum &S = L.Sum;
  uint64_t All = S.Allocated.Allocations;
  // What is thrown outlives every frame that it passes.
  if (L.IsThrown)
    return std::nullopt;
  // Not one is left, was freed by another thread, or is not known.
  if (!C.isFrequent(All) || S.SameActivation != All || L.Sizes.empty() ||
      L.Sizes.rbegin()->first > LargestBlock)
    return std::nullopt;
  uint64_t Bytes = 0;
  for (const LifetimeTable::Row *R : L.Rows) {
    Bytes = SaturatingAdd(Bytes, R->Peak.Bytes);
    for (const Lifetime *Part : R->Parts)
      if (Part->Counts.Peak > MostOfASize)
        return std::nullopt;
  }
  if (Bytes > MostBytes)
    return std::nullopt;
  std::vector<std::string> Owners = ownersOf(L, C.P);
  if (Owners.empty())
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = All;
  F.Evidence = formatv("all {0:N} blocks, of at most {1:N} bytes, were freed "
                       "before the call of {2} that made them ended; never "
                       "more than {3:N} at once",
                       All, L.Sizes.rbegin()->first, listOf(Owners), L.Peak)
                   .str();
  return F;
}

} // namespace anomalloc

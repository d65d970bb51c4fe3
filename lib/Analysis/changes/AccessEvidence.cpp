//===- AccessEvidence.cpp - what was used of blocks -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "Support/MakerNames.h"
#include "Support/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

uint64_t AccessEvidence::touched() const {
  return blocks() - std::min(blocks(), of(Counters::Untouched));
}

bool AccessEvidence::areMost(uint64_t Number) const {
  return blocks() && Number >= blocks() - blocks() / 10;
}

bool AccessEvidence::isKnown() const {
  const uint64_t All = G.Sum.Allocated.Allocations;
  return G.HasLifetimes && !P.isEstimated() && !G.Sites.empty() &&
         none_of(G.Sites, [&](SiteIndex S) { return P.site(S).FromBinary; }) &&
         blocks() >= All - All / 10 && touched();
}

bool AccessEvidence::areOfBytes() const {
  static constexpr StringLiteral Names[] = {
      "",       "char",    "signed char", "unsigned char", "char8_t",
      "int8_t", "uint8_t", "std::byte",   "void",          "std::uint8_t"};
  return any_of(G.Sites, [&](SiteIndex S) {
    return is_contained(Names, P.site(S).Type);
  });
}

/// Whether \p Function is known to be compiled with the program. Of C
/// functions only those that lead to an allocation are.
static bool isOwnFunction(StringRef Function, const Profile &P) {
  if (isLibraryName(Function))
    return false;
  return Function.starts_with("_Z") || any_of(P.Sites, [&](const Site &S) {
           return any_of(
               S.Chain, [&](const Frame &F) { return F.Function == Function; });
         });
}

bool AccessEvidence::areGivenToLibraries() const {
  return any_of(G.Sites, [&](SiteIndex S) {
    const std::optional<BlockVerdict> &Proved = P.site(S).Proved;
    if (!Proved)
      return false;
    const bool IsGiven = Proved->Obstacle == VerdictObstacle::Call ||
                         Proved->Obstacle == VerdictObstacle::HolderCall;
    return (IsGiven && !isOwnFunction(Proved->Name, P)) ||
           (Proved->Readers && !isOwnFunction(Proved->Readers->First, P));
  });
}

bool AccessEvidence::areMadeBy(ArrayRef<StringLiteral> Names) const {
  auto IsOne = [&](const Frame &F) {
    return any_of(Names,
                  [&](StringRef Name) { return F.Function.contains(Name); });
  };
  return all_of(G.Sites, [&](SiteIndex S) {
    const Site &Its = P.site(S);
    // The allocator's own functions stand below what uses it.
    const auto IsLibrary = [](const Frame &F) {
      return isLibraryName(F.Function);
    };
    return none_of(Its.Chain, IsLibrary) || any_of(Its.Chain, IsOne);
  });
}

bool AccessEvidence::areOwnObjects() const {
  static constexpr StringLiteral Names[] = {"11make_unique"};
  return areMadeBy(Names);
}

bool AccessEvidence::areArrays() const {
  static constexpr StringLiteral Names[] = {"11make_unique", "6vectorI",
                                            "12_Vector_base"};
  return areMadeBy(Names);
}

uint64_t atPeakAtLeast(const Lifetime &Row, uint64_t Some) {
  const uint64_t Others =
      Row.Counts.Allocated - std::min(Row.Counts.Allocated, Some);
  return Row.Counts.AtPeak - std::min(Row.Counts.AtPeak, Others);
}

std::optional<MeasuredAnomaly>
findInMost(const BlockGroup &G, const FindingContext &C,
           AccessEvidence::Counters::Member Which, StringRef Words) {
  const AccessEvidence A(G, C.P);
  const uint64_t Blocks = A.of(Which);
  if (!A.isKnown() || !C.isFrequent(Blocks) || !A.areMost(Blocks))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Sure = Confidence::Likely;
  F.Blocks = Blocks;
  F.Evidence = formatv("{0:N} of {1:N} blocks {2} by {3}", Blocks, A.blocks(),
                       Words, ByCountedCode)
                   .str();
  return F;
}

uint64_t writtenInVain(const BlockGroup &G) {
  using Counters = AccessEvidence::Counters;
  uint64_t Bytes = 0;
  for (const LifetimeTable::Row *R : G.Rows)
    for (const Lifetime *Part : R->Parts)
      if (!Part->Counts.access(Counters::ReadBytes))
        Bytes =
            SaturatingAdd(Bytes, Part->Counts.access(Counters::WrittenBytes));
  return Bytes;
}

std::optional<MeasuredAnomaly> tellAtPeak(const BlocksAtPeak &Found,
                                          const FindingContext &C,
                                          StringRef Words) {
  if (!isMuchAtPeak(Found.Bytes, C))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Sure = Confidence::Likely;
  F.Evidence = formatv("{0} with {1:N} bytes at the peak were {2} by {3}",
                       formatNumberOf(Found.Blocks, "block"), Found.Bytes,
                       Words, ByCountedCode)
                   .str();
  return F;
}

std::optional<MeasuredAnomaly>
findNotUsed(const BlockGroup &G, const FindingContext &C,
            AccessEvidence::Counters::Member Which, StringRef Tenths,
            std::optional<uint64_t> Clock) {
  const AccessEvidence A(G, C.P);
  if (!A.isKnown() || A.areGivenToLibraries())
    return std::nullopt;
  auto F = tellAtPeak(
      countAtPeak(G, [&](const Lifetime &L) { return L.Counts.access(Which); }),
      C, ("not used in the " + Tenths + " of their lives").str());
  if (!F || !Clock)
    return F;
  // The peak is at most so far from an end of the block's life. If that is nine
  // tenths of it at most, the block was not in use at the peak. Moments of
  // accesses are known to 4 KiB.
  constexpr uint64_t Slack = 8 << 10;
  const uint64_t Life = SaturatingAdd(*Clock, *Clock / 9 + Slack);
  F->SavedBytes = countAtPeak(G, [&](const Lifetime &L) {
                    LifetimeSum Its;
                    Its.Buckets = L.Counts.Buckets;
                    // As if those that lived shorter were all of this kind.
                    const uint64_t Short =
                        L.Counts.Allocated - Its.freedAfter(Life);
                    const uint64_t Blocks = L.Counts.access(Which);
                    return Blocks - std::min(Blocks, Short);
                  }).Bytes;
  if (F->SavedBytes)
    F->Evidence += formatv("; {0:N} bytes were surely not in use at the peak",
                           F->SavedBytes)
                       .str();
  return F;
}

const ClassLayout *commonLayout(const BlockGroup &G, const Profile &P) {
  if (G.Sizes.size() != 1 || G.Sites.empty())
    return nullptr;
  const uint64_t Size = G.Sizes.begin()->first;
  const ClassLayout *Its = P.layout(G.Sites.front(), Size);
  return all_of(G.Sites, [&](SiteIndex S) { return P.layout(S, Size) == Its; })
             ? Its
             : nullptr;
}

bool isMuchAtPeak(uint64_t Bytes, const FindingContext &C) {
  constexpr uint64_t ManyBytes = 1 << 20, OneOf = 20;
  return Bytes >= std::max(ManyBytes, C.Lifetimes.All.AtPeak.Bytes / OneOf);
}

} // namespace anomalloc

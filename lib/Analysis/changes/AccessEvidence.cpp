//===- AccessEvidence.cpp - what was used of blocks -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "Support/MakerNames.h"
#include "llvm/ADT/STLExtras.h"

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

//===- OversizedCapacity.cpp - blocks larger than their content -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be known without looking into blocks. Proof: realloc gave a part
/// back. A hint: the last step of growth doubled a block, so that anything from
/// one element to half of it may have been filled.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {
namespace {

struct BlocksOfSize {
  uint64_t Allocated = 0, AtPeak = 0;
  uint64_t Grown = 0; ///< Took the place of smaller ones.
};
using BySize = std::map<uint64_t, BlocksOfSize>;

/// Bytes that lived at the peak and that realloc gave back after it, at least:
/// had all other blocks of the row been given back as a whole.
uint64_t givenBackAfterPeak(const Lifetime &L) {
  using Counters = format::GrowthCounters;
  uint64_t Others = L.Counts.Allocated - L.Counts.AtPeak;
  uint64_t Bytes = L.Counts.bucket(Counters::ShrunkBytes);
  return Bytes - std::min(Bytes, SaturatingMultiply(Others, L.Size));
}

/// Whether blocks of \p Sizes double: one of half that size, none between.
bool isDoubled(const BySize &Sizes, BySize::const_iterator I) {
  uint64_t Half = (I->first + 1) / 2;
  return I != Sizes.begin() && std::prev(I)->first == Half;
}

/// How many moved on to a block of twice the size.
uint64_t outgrown(const BySize &Sizes, uint64_t Size) {
  uint64_t Sum = 0;
  for (uint64_t Twice : {2 * Size - 1, 2 * Size})
    if (auto I = Sizes.find(Twice); I != Sizes.end())
      Sum = SaturatingAdd(Sum, I->second.Grown);
  return Sum;
}

} // namespace

std::optional<MeasuredAnomaly>
detectOversizedCapacity(const BlockGroup &L, const FindingContext &C) {
  constexpr uint64_t ManyBytes = 1 << 20, OneOf = 10;
  uint64_t GivenBack = 0;
  BySize Sizes;
  for (const LifetimeTable::Row *R : L.Rows)
    for (const Lifetime *Part : R->Parts) {
      GivenBack = SaturatingAdd(GivenBack, givenBackAfterPeak(*Part));
      GrowthChains G;
      G.add(C.P, *Part);
      BlocksOfSize &B = Sizes[Part->Size];
      B.Allocated = SaturatingAdd(B.Allocated, Part->Counts.Allocated);
      B.AtPeak = SaturatingAdd(B.AtPeak, Part->Counts.AtPeak);
      B.Grown = SaturatingAdd(B.Grown, G.moves());
    }
  uint64_t Doubled = 0;
  for (auto I = Sizes.begin(); I != Sizes.end(); ++I) {
    const auto &[Size, B] = *I;
    if (!B.Grown || !isDoubled(Sizes, I))
      continue;
    // As if all others had been there, too.
    uint64_t Others =
        SaturatingAdd(B.Allocated - B.Grown, outgrown(Sizes, Size));
    Doubled = SaturatingMultiplyAdd(B.AtPeak - std::min(B.AtPeak, Others), Size,
                                    Doubled);
  }
  uint64_t Least = std::max(ManyBytes, C.Lifetimes.All.AtPeak.Bytes / OneOf);
  if (GivenBack < Least)
    GivenBack = 0;
  // Where accesses were counted, partly-used tells what was filled.
  if (Doubled < Least || AccessEvidence(L, C.P).isKnown())
    Doubled = 0;
  if (!GivenBack && !Doubled)
    return std::nullopt;
  MeasuredAnomaly F;
  F.SavedBytes = GivenBack;
  if (GivenBack)
    F.Evidence = formatv("realloc gave back {0:N} bytes that lived at the peak",
                         GivenBack)
                     .str();
  if (Doubled)
    F.Evidence += formatv("{0}{1:N} bytes at the peak in blocks that doubled "
                          "last: up to half may never have been filled",
                          GivenBack ? "; " : "", Doubled)
                      .str();
  return F;
}

} // namespace anomalloc

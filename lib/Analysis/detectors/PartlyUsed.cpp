//===- PartlyUsed.cpp - blocks that are used in part ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of blocks that code which counts wrote, no byte behind the first half was
/// touched. A container that doubles uses more than half of its room, so its
/// spare room is not told. Of what lived at the peak, the unused rest was one
/// MiB and a twentieth of the heap or more.
/// \code
///   0 ........ 16 sixteenths of a block
///   |#####|    |   the last byte that was touched lies in the sixth
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "Analysis/lifetimes/AccessTable.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

static constexpr uint32_t Sixteenths = format::AccessCounters::NumExtents - 1;

static uint64_t extents(const Lifetime &L, uint32_t Which) {
  return L.Counts.access(format::AccessCounters::Extents + Which);
}

/// The bytes at the peak behind what was touched, at least, of blocks that
/// were touched up to the sixteenth \p Limit at most.
static uint64_t unusedAtPeak(const Lifetime &L, uint32_t Limit) {
  uint64_t Few = 0, Bytes = 0;
  for (uint32_t I = 0; I <= Limit; ++I)
    Few = SaturatingAdd(Few, extents(L, I));
  // As if those that were used most had been there first.
  uint64_t Left = atPeakAtLeast(L, Few);
  for (uint32_t I = Limit + 1; I-- && Left;) {
    const uint64_t Its = std::min(Left, extents(L, I));
    Left -= Its;
    Bytes = SaturatingAdd(Bytes, SaturatingMultiply(Its, L.Size) / Sixteenths *
                                     (Sixteenths - I));
  }
  return Bytes;
}

/// "no block is used beyond the first 512 of its 4,096 bytes". Of \p Few blocks
/// the first half at most is used.
static std::string extentsInWords(const BlockGroup &L, uint64_t Few,
                                  uint64_t All) {
  AccessSum Sum;
  for (const LifetimeTable::Row *R : L.Rows)
    for (const Lifetime *Part : R->Parts)
      Sum.add(Part->Counts, Part->Size);
  const uint32_t Half = Sum.extentOf(0.5), Most = Sum.extentOf(0.9),
                 Last = Sum.extentOf(1);
  if (Half == Sixteenths)
    return formatv("{0:N} of {1:N} blocks are used in their first half alone",
                   Few, All)
        .str();
  const bool OneSize = L.Sizes.size() == 1;
  const uint64_t Size = OneSize ? L.Sizes.begin()->first : Sixteenths;
  auto First = [&](uint32_t I) {
    return OneSize ? formatv("{0:N}", (Size * I + Sixteenths - 1) / Sixteenths)
                         .str()
                   : formatv("{0}/{1}", I, Sixteenths).str();
  };
  const std::string Of =
      OneSize ? formatv(" of {0:N} bytes", Size).str() : " of their bytes";
  if (Half == Last)
    return formatv("no block is used beyond the first {0}{1}", First(Last), Of)
        .str();
  return formatv("half of the blocks are used up to the first {0}{1}, nine of "
                 "ten up to {2}, all up to {3}",
                 First(Half), Of, First(Most), First(Last))
      .str();
}

std::optional<MeasuredAnomaly> detectPartlyUsed(const BlockGroup &L,
                                                const FindingContext &C) {
  using Counters = AccessEvidence::Counters;
  const AccessEvidence A(L, C.P);
  // What a library fills, it may also read.
  if (!A.isKnown() || !A.areArrays() || A.of(Counters::NeverWritten) ||
      A.areGivenToLibraries())
    return std::nullopt;
  // What had to grow was full before.
  const uint32_t Limit = L.Growth.moves() ? 7 : 8;
  MeasuredAnomaly F;
  uint64_t Few = 0;
  for (const LifetimeTable::Row *R : L.Rows)
    for (const Lifetime *Part : R->Parts) {
      F.SavedBytes = SaturatingAdd(F.SavedBytes, unusedAtPeak(*Part, Limit));
      for (uint32_t I = 0; I <= Limit; ++I)
        Few = SaturatingAdd(Few, extents(*Part, I));
    }
  if (!isMuchAtPeak(F.SavedBytes, C))
    return std::nullopt;
  F.Sure = Confidence::Likely;
  F.Evidence =
      formatv("{0}; {1:N} bytes behind them at the peak were never "
              "touched by {2}",
              extentsInWords(L, Few, A.blocks()), F.SavedBytes, ByCountedCode)
          .str();
  return F;
}

} // namespace anomalloc

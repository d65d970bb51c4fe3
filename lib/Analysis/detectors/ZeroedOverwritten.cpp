//===- ZeroedOverwritten.cpp - zeros that nobody reads --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nine of ten blocks were zeroed, by calloc or by the program, and then
/// written in whole before a byte was read. The zeros were at least one MiB
/// over the run, and a hundredth of all that was written. What calloc takes
/// fresh from the kernel, which gives zeros, costs nothing more: blocks of 128
/// KiB or more of calloc are not told. Nor are blocks of less than 256 bytes:
/// objects whose constructors set their members to zero.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly>
detectZeroedOverwritten(const BlockGroup &L, const FindingContext &C) {
  using Counters = AccessEvidence::Counters;
  constexpr uint64_t Small = 256, FromKernel = 128 << 10;
  constexpr uint64_t ManyBytes = 1 << 20, OneOf = 100;
  const AccessEvidence A(L, C.P);
  if (!A.isKnown())
    return std::nullopt;
  uint64_t Blocks = 0;
  MeasuredAnomaly F;
  for (const LifetimeTable::Row *R : L.Rows) {
    const bool ByCalloc = R->Site && C.P.site(*R->Site).Callee == "calloc";
    for (const Lifetime *Part : R->Parts) {
      if (Part->Size < Small || (ByCalloc && Part->Size >= FromKernel))
        continue;
      const uint64_t Its = Part->Counts.access(
          ByCalloc ? Counters::Overwritten : Counters::ZeroedOverwritten);
      Blocks = SaturatingAdd(Blocks, Its);
      F.SavedTraffic = SaturatingMultiplyAdd(Its, Part->Size, F.SavedTraffic);
    }
  }
  const uint64_t AllWritten = C.Lifetimes.All.access(Counters::WrittenBytes);
  if (!A.areMost(Blocks) ||
      F.SavedTraffic < std::max(ManyBytes, AllWritten / OneOf))
    return std::nullopt;
  F.Evidence = formatv("{0:N} of {1:N} blocks were zeroed, and then written in "
                       "whole before anything in them was read",
                       Blocks, A.blocks())
                   .str();
  return F;
}

} // namespace anomalloc

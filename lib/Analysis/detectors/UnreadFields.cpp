//===- UnreadFields.cpp - parts of objects that nobody reads --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Objects of one size, made by `new` in the program's own code, have bytes
/// that nobody read, while others of the same objects were read. Without them
/// the allocator would have given smaller blocks, and a hundredth of the heap
/// at the peak would have been saved.
///
/// A counter is of 8 bytes, and counts an access where it begins. So behind a
/// part that was read, the first 8 bytes are not told: an access may reach into
/// them. Nor are the first 8 bytes of all, which may lead to virtual functions.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

namespace {
struct UnreadParts {
  uint64_t Bytes = 0;
  std::string Words; ///< "bytes 48 to 63".
};
} // namespace

static UnreadParts unreadParts(const LifetimeSum &S, uint64_t Size) {
  using Counters = format::AccessCounters;
  UnreadParts Result;
  const uint64_t Slots = (Size + 7) / 8;
  if (Slots > Counters::NumSlots)
    return Result;
  for (uint64_t I = 1; I < Slots; ++I) {
    auto IsUnread = [&](uint64_t Slot) {
      return !S.access(Counters::SlotReads + uint32_t(Slot));
    };
    // Of a slot behind one that was read nobody knows.
    if (!IsUnread(I) || !IsUnread(I - 1))
      continue;
    const uint64_t First = I;
    while (I + 1 < Slots && IsUnread(I + 1))
      ++I;
    const uint64_t End = std::min(Size, 8 * (I + 1));
    Result.Bytes += End - 8 * First;
    Result.Words +=
        formatv("{0}{1} to {2}", Result.Words.empty() ? "bytes " : ", ",
                8 * First, End - 1)
            .str();
  }
  return Result;
}

/// Whether each block is one object: not the elements of an array.
static bool isOneObject(const BlockGroup &L, const Profile &P) {
  return all_of(L.Sites, [&](SiteIndex S) {
    const Site &Its = P.site(S);
    return Its.ConstantSize && Its.Callee.starts_with("_Znw");
  });
}

std::optional<MeasuredAnomaly> detectUnreadFields(const BlockGroup &L,
                                                  const FindingContext &C) {
  using Counters = AccessEvidence::Counters;
  constexpr uint64_t LeastBlocks = 100, OneOf = 100;
  const AccessEvidence A(L, C.P);
  const uint64_t Blocks = L.Sum.AtPeak.Allocations;
  if (!A.isKnown() || L.Sizes.size() != 1 || !isOneObject(L, C.P) ||
      !A.areOwnObjects() || A.areGivenToLibraries() || Blocks < LeastBlocks ||
      !A.areMost(A.touched() -
                 std::min(A.touched(), A.of(Counters::NeverRead))))
    return std::nullopt;
  const uint64_t Size = L.Sizes.begin()->first;
  const UnreadParts Unread = unreadParts(L.Sum, Size);
  if (!Unread.Bytes)
    return std::nullopt;
  const BlockSize Now = C.Model.blockFor(Size);
  const BlockSize Then = C.Model.blockFor(Size - Unread.Bytes);
  MeasuredAnomaly F;
  if (Now.Source != BlockSource::Unknown && Then.Source != BlockSource::Unknown)
    F.SavedBytes =
        SaturatingMultiply(Blocks, Now.Taken - std::min(Now.Taken, Then.Taken));
  if (!F.SavedBytes || F.SavedBytes < C.Lifetimes.All.AtPeak.Bytes / OneOf)
    return std::nullopt;
  F.Sure = Confidence::Likely;
  F.Evidence = formatv("{0} of {1:N} are read in no block by {2}; {3:N} blocks "
                       "lived at the peak",
                       Unread.Words, Size, ByCountedCode, Blocks)
                   .str();
  return F;
}

} // namespace anomalloc

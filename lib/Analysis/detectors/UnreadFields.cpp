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
//===----------------------------------------------------------------------===//

#include "Analysis/changes/AccessEvidence.h"
#include "Analysis/lifetimes/UnreadParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

static std::string rangesInWords(ArrayRef<UnreadParts::Range> Ranges) {
  std::string Text;
  for (UnreadParts::Range R : Ranges)
    Text += formatv("{0}{1} to {2}", Text.empty() ? "bytes " : ", ", R.Begin,
                    R.End - 1)
                .str();
  return Text;
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
  if (Size > 8 * Counters::NumSlots)
    return std::nullopt;
  const UnreadParts Unread =
      unreadParts(Size, commonLayout(L, C.P), [&](uint64_t Slot) {
        return L.Sum.access(Counters::SlotReads + uint32_t(Slot)) != 0;
      });
  if (Unread.Ranges.empty())
    return std::nullopt;
  const BlockSize Now = C.Model.blockFor(Size);
  const BlockSize Then = C.Model.blockFor(Unread.SizeWithout);
  MeasuredAnomaly F;
  if (Now.Source != BlockSource::Unknown && Then.Source != BlockSource::Unknown)
    F.SavedBytes =
        SaturatingMultiply(Blocks, Now.Taken - std::min(Now.Taken, Then.Taken));
  if (!F.SavedBytes || F.SavedBytes < C.Lifetimes.All.AtPeak.Bytes / OneOf)
    return std::nullopt;
  F.Sure = Confidence::Likely;
  F.Evidence = formatv("{0} of {1:N} are read in no block by {2}{3}{4}; {5:N} "
                       "blocks lived at the peak",
                       rangesInWords(Unread.Ranges), Size, ByCountedCode,
                       Unread.Members.empty() ? "" : ": ",
                       membersInWords(Unread.Members), Blocks)
                   .str();
  return F;
}

} // namespace anomalloc

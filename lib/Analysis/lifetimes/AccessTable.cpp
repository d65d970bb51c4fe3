//===- AccessTable.cpp - what was read and written of blocks --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/AccessTable.h"
#include "anomalloc/Mode.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

using format::AccessCounters;

void AccessSum::add(const LifetimeCounts &C, uint64_t SizeOfEach) {
  const uint64_t Blocks = C.access(AccessCounters::Blocks);
  if (!Blocks)
    return;
  HasSizes |= blocks() && Size != SizeOfEach;
  Size = SizeOfEach;
  Bytes = SaturatingMultiplyAdd(Blocks, SizeOfEach, Bytes);
  for (auto I = C.Buckets.lower_bound(AccessCounters::First),
            E = C.Buckets.lower_bound(AccessCounters::End);
       I != E; ++I)
    Counters[I->first] = SaturatingAdd(Counters[I->first], I->second);
}

void AccessSum::add(const AccessSum &Other) {
  HasSizes |=
      Other.HasSizes || (blocks() && Other.blocks() && Size != Other.Size);
  if (Other.blocks())
    Size = Other.Size;
  Bytes = SaturatingAdd(Bytes, Other.Bytes);
  for (auto [Number, Value] : Other.Counters)
    Counters[Number] = SaturatingAdd(Counters[Number], Value);
}

uint64_t AccessSum::unusedBytes() const {
  return Bytes - std::min(Bytes, of(AccessCounters::TouchedBytes));
}

uint64_t AccessSum::traffic() const {
  return SaturatingAdd(of(AccessCounters::ReadBytes),
                       of(AccessCounters::WrittenBytes));
}

uint64_t AccessSum::usedBlocks() const {
  return blocks() - std::min(blocks(), of(AccessCounters::Untouched));
}

std::optional<uint64_t> AccessSum::onlySize() const {
  if (!blocks() || HasSizes)
    return std::nullopt;
  return Size;
}

uint32_t AccessSum::extentOf(double Share) const {
  uint64_t All = 0, Sum = 0;
  for (uint32_t I = 0; I != AccessCounters::NumExtents; ++I)
    All = SaturatingAdd(All, of(AccessCounters::Extents + I));
  for (uint32_t I = 0; I != AccessCounters::NumExtents; ++I) {
    Sum = SaturatingAdd(Sum, of(AccessCounters::Extents + I));
    if (double(Sum) >= Share * double(All))
      return I;
  }
  return 0;
}

SmallVector<AccessSum::Piece, 0> AccessSum::pieces() const {
  constexpr uint64_t PieceBytes = 8;
  SmallVector<Piece, 0> Result;
  const uint64_t End = onlySize().value_or(0);
  if (End > AccessCounters::NumSlots * PieceBytes)
    return Result;
  for (uint64_t At = 0; At < End; At += PieceBytes) {
    const uint32_t Slot = uint32_t(At / PieceBytes);
    Result.push_back({At, std::min(PieceBytes, End - At),
                      of(AccessCounters::SlotReads + Slot),
                      of(AccessCounters::SlotWrites + Slot)});
  }
  return Result;
}

static bool ranAccess(const Process &One) {
  std::string Its = One.info("mode").value_or("").str();
  Mode M = {};
  return readMode(M, Its.c_str()) && M.has(Mode::Access);
}

static AccessState stateOf(const Profile &P, const AccessSum &All) {
  const size_t Ran = count_if(P.Processes, ranAccess);
  if (!Ran)
    return AccessState::NotRecorded;
  if (!All.usedBlocks())
    return AccessState::NotSeen;
  return Ran == P.Processes.size() ? AccessState::Seen : AccessState::Partly;
}

/// Whether a library made the blocks, for itself or for its caller.
static bool isOfLibrary(const Profile &P, const LifetimeTable::Row &R) {
  return !R.Site || P.site(*R.Site).Family == SiteFamily::Leading;
}

AccessTable computeAccesses(const Profile &P, const LifetimeTable &Lifetimes) {
  AccessTable T;
  for (const LifetimeTable::Row &R : Lifetimes.Rows) {
    AccessSum Sum;
    for (const Lifetime *L : R.Parts)
      Sum.add(L->Counts, L->Size);
    if (isOfLibrary(P, R) && !Sum.usedBlocks()) {
      T.Unseen += {Sum.blocks(), Sum.bytes()};
      continue;
    }
    T.All.add(Sum);
    if (Sum.blocks())
      T.Rows.push_back({&R, std::move(Sum)});
  }
  auto Weight = [](const AccessTable::Row &R) {
    return SaturatingAdd(R.Sum.bytes(), R.Sum.traffic());
  };
  sort(T.Rows, [&](const AccessTable::Row &A, const AccessTable::Row &B) {
    const uint64_t OfA = Weight(A), OfB = Weight(B);
    return OfA != OfB ? OfA > OfB : A.Its < B.Its;
  });
  T.State = stateOf(P, T.All);
  return T;
}

} // namespace anomalloc

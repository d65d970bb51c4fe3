//===- UsableSummary.cpp - asked for, and taken ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/UsableSummary.h"
#include "Profile/Totals.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

constexpr uint64_t SmallestBin = 16;
constexpr uint64_t PageSize = 4096;

uint64_t binOf(uint64_t Size) {
  if (Size > PageSize)
    return 0;
  return std::max(SmallestBin, PowerOf2Ceil(Size));
}

} // namespace

UsableSummary computeUsableSummary(const Profile &P, ArrayRef<Count> Counts,
                                   size_t Top) {
  std::map<uint64_t, uint64_t> BySize;
  for (const Count &C : Counts)
    if (isHeap(P, C) && C.Allocations) {
      uint64_t &Sum = BySize[C.Size];
      Sum = SaturatingAdd(Sum, C.Allocations);
    }

  UsableSummary S;
  AllocatorModel Model(P);
  S.DistinctSizes = BySize.size();
  std::map<uint64_t, UsableSummary::Bin> Bins;
  for (auto [Size, Allocations] : BySize) {
    UsableSummary::SizeRow Row;
    Row.Size = Size;
    Row.Allocations = Allocations;
    Row.Block = Model.blockFor(Size);
    UsableSummary::Bin &Bin = Bins[binOf(Size)];
    Bin.Requested.add(Allocations, Size);
    S.Requested.add(Allocations, Size);
    S.of(Row.Block.Source).add(Allocations, Size);
    if (Row.Block.Source != BlockSource::Unknown) {
      uint64_t Taken = SaturatingMultiply(Row.Block.Taken, Allocations);
      Row.Extra = SaturatingMultiply(Row.Block.Taken - Size, Allocations);
      Bin.Taken = SaturatingAdd(Bin.Taken, Taken);
      Bin.Extra = SaturatingAdd(Bin.Extra, Row.Extra);
      S.Taken = SaturatingAdd(S.Taken, Taken);
      S.Extra = SaturatingAdd(S.Extra, Row.Extra);
    }
    S.Sizes.push_back(Row);
  }

  for (auto &[Limit, Bin] : Bins) {
    Bin.Limit = Limit;
    S.Bins.push_back(Bin);
  }
  if (!S.Bins.empty() && S.Bins.front().Limit == 0)
    std::rotate(S.Bins.begin(), S.Bins.begin() + 1, S.Bins.end());
  sort(S.Sizes, [](const auto &A, const auto &B) {
    return std::tie(B.Extra, A.Size) < std::tie(A.Extra, B.Size);
  });
  if (Top && S.Sizes.size() > Top)
    S.Sizes.resize(Top);
  return S;
}

} // namespace anomalloc

//===- AccessSumTest.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/AccessTable.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using format::AccessCounters;

namespace {

/// A row of \p Blocks blocks with further counters.
LifetimeCounts rowOf(uint64_t Blocks, std::map<uint32_t, uint64_t> More = {}) {
  LifetimeCounts C;
  C.Allocated = Blocks;
  C.Buckets = std::move(More);
  if (Blocks)
    C.Buckets[AccessCounters::Blocks] = Blocks;
  return C;
}

TEST(AccessSum, AddsCountersAndBytes) {
  AccessSum S;
  S.add(rowOf(3, {{AccessCounters::ReadBytes, 24},
                  {AccessCounters::WrittenBytes, 8},
                  {AccessCounters::TouchedBytes, 24},
                  {AccessCounters::Untouched, 1}}),
        16);
  S.add(rowOf(2, {{AccessCounters::ReadBytes, 5}}), 10);
  EXPECT_EQ(S.blocks(), 5u);
  EXPECT_EQ(S.bytes(), 68u);
  EXPECT_EQ(S.of(AccessCounters::ReadBytes), 29u);
  EXPECT_EQ(S.traffic(), 37u);
  EXPECT_EQ(S.unusedBytes(), 44u);
  EXPECT_EQ(S.usedBlocks(), 4u);
}

TEST(AccessSum, TakesOnlyCountersOfAccesses) {
  AccessSum S;
  S.add(rowOf(1, {{0, 7}, {format::GrowthCounters::Shrunk, 7}}), 16);
  EXPECT_EQ(S.of(0), 0u);
  EXPECT_EQ(S.of(format::GrowthCounters::Shrunk), 0u);
}

TEST(AccessSum, RowsWithoutKnownAccessesAreLeftOut) {
  AccessSum S;
  S.add(rowOf(0, {{AccessCounters::ReadBytes, 8}}), 16);
  S.add(rowOf(1), 8);
  EXPECT_EQ(S.of(AccessCounters::ReadBytes), 0u);
  EXPECT_EQ(S.onlySize(), 8u);
}

TEST(AccessSum, SumsStopAtTheLargestValue) {
  AccessSum S;
  S.add(rowOf(2, {{AccessCounters::ReadBytes, ~uint64_t(0)}}), ~uint64_t(0));
  S.add(rowOf(2, {{AccessCounters::ReadBytes, 2}}), 1);
  EXPECT_EQ(S.bytes(), ~uint64_t(0));
  EXPECT_EQ(S.of(AccessCounters::ReadBytes), ~uint64_t(0));
}

TEST(AccessSum, SumsOfSumsKnowTheirSizes) {
  AccessSum Eights, Nines, All;
  Eights.add(rowOf(1), 8);
  Nines.add(rowOf(1), 9);
  All.add(AccessSum());
  All.add(Eights);
  EXPECT_EQ(All.onlySize(), 8u);
  All.add(Nines);
  EXPECT_EQ(All.onlySize(), std::nullopt);
  EXPECT_EQ(All.bytes(), 17u);
}

TEST(AccessSum, ExtentsAreThoseOfThePartOfTheBlocks) {
  AccessSum S;
  EXPECT_EQ(S.extentOf(1), 0u);
  S.add(rowOf(10, {{AccessCounters::Extents, 1},
                   {AccessCounters::Extents + 2, 4},
                   {AccessCounters::Extents + 8, 4},
                   {AccessCounters::Extents + 16, 1}}),
        64);
  EXPECT_EQ(S.extentOf(0.1), 0u);
  EXPECT_EQ(S.extentOf(0.5), 2u);
  EXPECT_EQ(S.extentOf(0.9), 8u);
  EXPECT_EQ(S.extentOf(1), 16u);
}

TEST(AccessSum, TheLastPieceMayBeShorter) {
  AccessSum S;
  S.add(rowOf(1, {{AccessCounters::SlotReads, 16},
                  {AccessCounters::SlotWrites + 1, 4}}),
        12);
  const auto Pieces = S.pieces();
  ASSERT_EQ(Pieces.size(), 2u);
  EXPECT_EQ(Pieces[0], (AccessSum::Piece{0, 8, 16, 0}));
  EXPECT_EQ(Pieces[1], (AccessSum::Piece{8, 4, 0, 4}));
}

TEST(AccessSum, OnlyBlocksOfOneSizeThatIsNotTooLargeHavePieces) {
  AccessSum Largest, TooLarge, Empty;
  Largest.add(rowOf(1), 1024);
  EXPECT_EQ(Largest.pieces().size(), 128u);
  Largest.add(rowOf(1), 1023);
  EXPECT_TRUE(Largest.pieces().empty());
  TooLarge.add(rowOf(1), 1025);
  EXPECT_TRUE(TooLarge.pieces().empty());
  Empty.add(rowOf(1), 0);
  EXPECT_TRUE(Empty.pieces().empty());
}

} // namespace

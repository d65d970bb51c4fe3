//===- AccessPartsTest.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/AccessParts.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using format::AccessCounters;

namespace {

using Pieces = std::vector<AccessSum::Piece>;

/// Pieces of 8 bytes that were read and written so often.
Pieces piecesOf(std::vector<std::pair<uint64_t, uint64_t>> ReadAndWritten) {
  Pieces Result;
  for (auto [Read, Written] : ReadAndWritten)
    Result.push_back({Result.size() * 8, 8, Read, Written});
  return Result;
}

AccessSum sumOf(std::map<uint32_t, uint64_t> Counters) {
  LifetimeCounts C;
  C.Buckets = std::move(Counters);
  AccessSum S;
  S.add(C, 64);
  return S;
}

TEST(HeatStrip, EachDigitLessIsAtMostHalfAsOften) {
  EXPECT_EQ(heatStrip(piecesOf({{800, 0}, {401, 0}, {400, 0}, {200, 0}})),
            "9987");
  EXPECT_EQ(heatStrip(piecesOf({{1 << 20, 0}, {1, 0}, {0, 1}, {0, 0}})),
            "91w.");
}

TEST(HeatStrip, AShorterPieceCountsByItsBytes) {
  Pieces P = piecesOf({{80, 0}});
  P.push_back({8, 4, 40, 0});
  EXPECT_EQ(heatStrip(P), "99");
}

TEST(HeatStrip, WithoutReadsThereAreNoDigits) {
  EXPECT_EQ(heatStrip(piecesOf({{0, 8}, {0, 0}})), "w.");
  EXPECT_EQ(heatStrip({}), "");
}

TEST(BytesNobodyReads, RangesAreJoined) {
  EXPECT_EQ(bytesNobodyReads(piecesOf({{8, 8}, {0, 8}, {0, 0}, {8, 8}})),
            "bytes 8-23");
  EXPECT_EQ(bytesNobodyReads(piecesOf({{0, 0}, {8, 0}, {0, 0}})),
            "bytes 0-7 and 16-23");
}

TEST(BytesNobodyReads, TheLastByteIsThatOfTheBlock) {
  Pieces P = piecesOf({{8, 8}});
  P.push_back({8, 3, 0, 3});
  EXPECT_EQ(bytesNobodyReads(P), "bytes 8-10");
}

TEST(BytesNobodyReads, IsSaidOnlyBesideWhatIsRead) {
  EXPECT_EQ(bytesNobodyReads(piecesOf({{0, 8}, {0, 0}})), "");
  EXPECT_EQ(bytesNobodyReads(piecesOf({{8, 8}, {8, 8}})), "");
}

TEST(BytesNobodyReads, SixRangesAreNamed) {
  std::vector<std::pair<uint64_t, uint64_t>> All;
  for (int I = 0; I != 8; ++I)
    All.insert(All.end(), {{8, 0}, {0, 0}});
  EXPECT_EQ(bytesNobodyReads(piecesOf(All)),
            "bytes 8-15, 24-31, 40-47, 56-63, 72-79, 88-95 and 2 more ranges");
}

TEST(Extents, SharesThatReachAsFarAreOne) {
  EXPECT_EQ(extentsInWords(sumOf({{AccessCounters::Blocks, 10},
                                  {AccessCounters::Extents + 4, 5},
                                  {AccessCounters::Extents + 8, 4},
                                  {AccessCounters::Extents + 16, 1}})),
            "last byte used: within the first 25.0 % of the block for half of "
            "the blocks, 50.0 % for nine tenths, 100 % for all");
  EXPECT_EQ(extentsInWords(sumOf({{AccessCounters::Blocks, 10},
                                  {AccessCounters::Extents + 4, 10}})),
            "last byte used: within the first 25.0 % of the block for all");
  EXPECT_EQ(extentsInWords(sumOf({{AccessCounters::Blocks, 10},
                                  {AccessCounters::Extents + 4, 9},
                                  {AccessCounters::Extents + 16, 1}})),
            "last byte used: within the first 25.0 % of the block for nine "
            "tenths, 100 % for all");
}

TEST(Users, WhoIsNotKnownIsSaid) {
  auto Text = [](std::map<uint32_t, uint64_t> Counters) {
    Counters[AccessCounters::Blocks] = 10;
    return usersInWords(sumOf(std::move(Counters)), NumberStyle::Full);
  };
  EXPECT_EQ(Text({{AccessCounters::ByMaker, 10}}),
            "used by the thread that made them alone");
  EXPECT_EQ(Text({{AccessCounters::ByMaker, 4},
                  {AccessCounters::ByOther, 3},
                  {AccessCounters::BySeveral, 2}}),
            "used by the thread that made them: 4, by one other thread: 3, by "
            "several threads: 2, by an unknown thread: 1");
  EXPECT_EQ(
      Text({{AccessCounters::Untouched, 9}, {AccessCounters::ByOther, 1}}),
      "used by one other thread alone");
  EXPECT_EQ(Text({}), "used by an unknown thread: 10");
  EXPECT_EQ(Text({{AccessCounters::Untouched, 10}}), "");
}

} // namespace

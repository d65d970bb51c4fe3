//===- RankCountsTest.cpp - how allocations are spread over ranks ---------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/RankCounts.h"
#include "ModelOf.h"
#include "Profile/Merge.h"
#include "Profile/TableOrder.h"
#include "SiteTableBuilder.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

namespace {

/// A rank whose unit, sections and sizes are in an order of their own.
std::string rankFile(uint64_t Rank) {
  SiteTableBuilder T("main");
  const bool Turned = Rank % 3 == 1;
  auto First = [&] { T.site({0x1, 0, 24, SiteFamily::Heap, "_Znwm"}); };
  auto Second = [&] { T.site({0x2, 1, 32, SiteFamily::Heap, "_Znwm"}); };
  Turned ? (Second(), First()) : (First(), Second());
  T.loop({0x20, T.loop({0x10, std::nullopt, 2})});
  ProfileBuilder File;
  File.Header.End = EndState::Exited;
  File.Header.Flags = Interposed;
  File.Header.StartTime = 1000 + Rank * 7 % 5;
  File.info("rank", std::to_string(Rank)).info("host", Rank % 2 ? "a" : "b");
  File.unit(1, 3, T.blob());
  const bool Late = Rank % 2;
  File.section(1, Late ? "solve" : "split")
      .section(2, Late ? "split" : "solve");
  if (Rank % 4 == 3)
    File.section(3, "only some");
  uint64_t Base = Rank << 32;
  File.module(Base, Base + 0x1000, Base, 0, "\x12\x34", "/libc.so");
  File.thread(0, uint32_t(Rank), "main");
  File.counters(0, 1, 1, {3 + Rank, Rank % 3, 1});
  File.counters(0, 1, 2, {Rank * Rank, 5, 0});
  File.sizeTable(0, {{Base + 0x10, 0, 0, 0, 0, 99 + Rank % 2, 4}});
  return File.bytes();
}

std::string writtenInOrder(std::unique_ptr<Profile> P) {
  orderRanks(*P);
  trimRanks(*P);
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  llvm::cantFail(writeMerged(*P, OS));
  return Bytes;
}

/// What 'anomalloc merge' writes of \p Files.
std::string merged(llvm::ArrayRef<std::string> Files) {
  std::vector<std::unique_ptr<Profile>> Models;
  for (const std::string &Bytes : Files)
    Models.push_back(modelOf(Bytes));
  return writtenInOrder(merge(std::move(Models)));
}

TEST(RankCounts, AreTheSameBytesInWhateverOrderAndAlongWhateverTree) {
  std::mt19937 Random(1);
  for (unsigned Ranks : {2u, 5u, 16u}) {
    std::vector<std::string> Files;
    for (unsigned Rank = 0; Rank != Ranks; ++Rank)
      Files.push_back(rankFile(Rank));
    const std::string AtOnce = merged(Files);
    for (int Try = 0; Try != 20; ++Try) {
      std::vector<std::string> Left = Files;
      while (Left.size() > 1) {
        std::shuffle(Left.begin(), Left.end(), Random);
        const size_t N = 2 + Random() % std::min<size_t>(Left.size() - 1, 3);
        std::string One = merged(llvm::ArrayRef(Left).take_front(N));
        Left.erase(Left.begin(), Left.begin() + N);
        Left.push_back(std::move(One));
      }
      ASSERT_EQ(Left[0], AtOnce) << Ranks << " ranks, try " << Try;
    }
  }
}

const RankCount *find(const Profile &P, std::optional<uint64_t> Site,
                      const char *Section, std::optional<uint64_t> Size) {
  for (const RankCount &C : P.RankCounts) {
    std::optional<uint64_t> Its;
    if (C.Site)
      Its = P.site(*C.Site).Id;
    if (!C.Dark && Its == Site && C.Size == Size &&
        (C.Section ? Section && P.section(*C.Section) == Section : !Section))
      return &C;
  }
  return nullptr;
}

TEST(RankCounts, CountEachRankOnce) {
  std::vector<std::string> Files;
  for (unsigned Rank = 0; Rank != 4; ++Rank)
    Files.push_back(rankFile(Rank));
  auto P = modelOf(merged(Files));
  const RankCount *All = find(*P, std::nullopt, nullptr, std::nullopt);
  ASSERT_TRUE(All);
  uint64_t Sum = 0;
  for (const Count &C : P->Counts)
    Sum += C.Allocations;
  EXPECT_EQ(All->Allocations.Sum, Sum);
  EXPECT_EQ(All->Ranks, 4u);
  const RankCount *One = find(*P, 0x1, "split", 24);
  ASSERT_TRUE(One);
  // Section 1 of ranks 0 and 2: 3 and 5; section 2 of ranks 1 and 3: 1 and 9.
  EXPECT_EQ(One->Ranks, 4u);
  EXPECT_EQ(One->Allocations.Sum, 3u + 1 + 5 + 9);
  EXPECT_EQ(One->Allocations.Least, 1u);
  EXPECT_EQ(One->Allocations.LeastRank, 1u);
  EXPECT_EQ(One->Allocations.Most, 9u);
  EXPECT_EQ(One->Allocations.MostRank, 3u);
  EXPECT_EQ(One->Allocations.SquaresLow, 9u + 1 + 25 + 81);
  EXPECT_EQ(One->Bytes.Most, 9u * 24);
  EXPECT_DOUBLE_EQ(One->Allocations.deviation(4),
                   std::sqrt(116. / 4 - 4.5 * 4.5));
}

TEST(RankSpread, SquaresDoNotWrap) {
  RankSpread S = RankSpread::of(UINT64_MAX, 7);
  S.add(RankSpread::of(UINT64_MAX, 3));
  EXPECT_EQ(S.SquaresHigh, UINT64_MAX);
  EXPECT_EQ(S.MostRank, 3u) << "the lowest of equal ones";
  EXPECT_EQ(S.LeastRank, 3u);
  RankSpread Two = RankSpread::of(1ull << 40, 0);
  Two.add(RankSpread::of((1ull << 40) + 2, 1));
  EXPECT_DOUBLE_EQ(Two.deviation(2), 1) << "nothing is rounded away";
}

} // namespace

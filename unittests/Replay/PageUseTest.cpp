//===- PageUseTest.cpp - pages that live blocks lie on --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/PageUse.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace anomalloc;

namespace {

TEST(PageUse, BlocksOfOnePageCountItOnce) {
  std::vector<PlacedBlock> Blocks = {{0x2000, 100, 0}, {0x2100, 64, 1}};
  std::vector<GroupPages> Groups;
  const PageUse U = computePageUse(Blocks, &Groups);
  EXPECT_EQ(U.Lines, 3u);
  EXPECT_EQ(U.Pages, 1u);
  EXPECT_EQ(U.HugePages, 1u);
  EXPECT_EQ(U.NearlyEmpty, 1u);
  ASSERT_EQ(Groups.size(), 2u);
  EXPECT_EQ(Groups[0].Pages, 1u);
  EXPECT_EQ(Groups[0].NearlyEmpty, 1u);
  EXPECT_EQ(Groups[0].Alone, 0u);
}

TEST(PageUse, BlocksWithoutBytesAreOnNoPage) {
  std::vector<PlacedBlock> Blocks = {{0x2000, 0, 0}};
  std::vector<GroupPages> Groups;
  EXPECT_EQ(computePageUse(Blocks, &Groups).Pages, 0u);
  EXPECT_EQ(Groups[0].Blocks, 1u);
}

/// Beside the plain way: a set of pages.
TEST(PageUse, EqualsCountingPageByPage) {
  std::mt19937 Random(1);
  for (int Round = 0; Round != 200; ++Round) {
    std::vector<PlacedBlock> Blocks;
    uint64_t At = 0x10000 + Random() % 5000;
    for (int I = 0; I != 60; ++I) {
      const uint64_t Size = Random() % 8 ? Random() % 300 : Random() % 40000;
      Blocks.push_back({At, Size, uint32_t(Random() % 3)});
      At += Size + (Random() % 4 ? Random() % 100 : Random() % 20000);
    }
    std::set<uint64_t> Lines, HugePages;
    std::map<uint64_t, std::map<uint32_t, uint64_t>> Pages;
    for (const PlacedBlock &B : Blocks)
      for (uint64_t A = B.Address; A != B.Address + B.Size; ++A) {
        Lines.insert(A / 64);
        HugePages.insert(A >> 21);
        ++Pages[A / 4096][B.Group];
      }
    std::vector<GroupPages> Expected(3), Groups;
    uint64_t NearlyEmpty = 0;
    for (const auto &[Page, Parts] : Pages) {
      uint64_t Bytes = 0;
      for (auto [Group, Its] : Parts)
        Bytes += Its;
      NearlyEmpty += Bytes < 512;
      for (auto [Group, Its] : Parts) {
        ++Expected[Group].Pages;
        Expected[Group].NearlyEmpty += Bytes < 512;
        Expected[Group].Alone += Bytes < 512 && Parts.size() == 1;
      }
    }
    std::shuffle(Blocks.begin(), Blocks.end(), Random);
    const PageUse U = computePageUse(Blocks, &Groups);
    EXPECT_EQ(U.Lines, Lines.size());
    EXPECT_EQ(U.Pages, Pages.size());
    EXPECT_EQ(U.HugePages, HugePages.size());
    EXPECT_EQ(U.NearlyEmpty, NearlyEmpty);
    for (size_t I = 0; I != Groups.size(); ++I) {
      EXPECT_EQ(Groups[I].Pages, Expected[I].Pages);
      EXPECT_EQ(Groups[I].NearlyEmpty, Expected[I].NearlyEmpty);
      EXPECT_EQ(Groups[I].Alone, Expected[I].Alone);
    }
  }
}

} // namespace

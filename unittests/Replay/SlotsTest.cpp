//===- SlotsTest.cpp - numbers for blocks that live -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/Slots.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace anomalloc;

namespace {

TEST(Slots, ThereAreAsManyAsBlocksLiveAtOnce) {
  // One lane makes, another frees: slots go round.
  Slots S(2, 10);
  std::vector<uint32_t> Live;
  for (int I = 0; I != 1000; ++I) {
    while (Live.size() != 10)
      Live.push_back(S.take(0));
    EXPECT_EQ(std::set<uint32_t>(Live.begin(), Live.end()).size(), 10u);
    for (uint32_t Each : Live)
      S.giveBack(Each, 1);
    Live.clear();
  }
  EXPECT_EQ(S.all().size(), 10u);
}

TEST(Slots, NoSlotIsGivenTwice) {
  std::mt19937 Random(1);
  Slots S(5, 100);
  std::vector<uint32_t> Live;
  for (int I = 0; I != 100000; ++I) {
    if (Live.size() != 100 && Random() % 2) {
      const uint32_t New = S.take(Random() % 5);
      ASSERT_EQ(std::count(Live.begin(), Live.end(), New), 0);
      Live.push_back(New);
    } else if (!Live.empty()) {
      std::swap(Live[Random() % Live.size()], Live.back());
      S.giveBack(Live.back(), Random() % 5);
      Live.pop_back();
    }
  }
  EXPECT_EQ(S.all().size(), 100u);
}

TEST(Slots, ALaneTakesItsOwnAgain) {
  Slots S(2, 4);
  const uint32_t Mine = S.take(0), Other = S.take(1);
  S.giveBack(Mine, 0);
  S.giveBack(Other, 1);
  EXPECT_EQ(S.take(0), Mine);
  EXPECT_EQ(S.take(1), Other);
}

} // namespace

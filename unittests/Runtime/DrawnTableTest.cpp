//===- DrawnTableTest.cpp - few blocks of many ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lifetime/DrawnTable.h"
#include <cstdio>
#include <gtest/gtest.h>
#include <memory>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace anomalloc::runtime;

namespace {

/// The address of the block number \p I: each on a page of its own.
const void *blockAt(uint64_t I) {
  return reinterpret_cast<const void *>(0x7f0000000010 + I * 4096);
}

void enter(DrawnTable &T, const void *Block, uint32_t Number) {
  LiveTable::Entry At = T.place(Block);
  ASSERT_TRUE(At.Place);
  LiveTable::fillFull(At, Number);
}

uint32_t numberOf(const DrawnTable &T, const void *Block) {
  LiveTable::Entry Its = T.find(Block);
  return Its.Place && Its.isFull() ? Its.number() : 0;
}

uint64_t residentBytes() {
  unsigned long Pages = 0;
  FILE *File = fopen("/proc/self/statm", "r");
  if (!File || fscanf(File, "%*u %lu", &Pages) != 1)
    ADD_FAILURE() << "no statm";
  fclose(File);
  return Pages * uint64_t(getpagesize());
}

TEST(DrawnTable, KnowsWhatWasEnteredUntilItIsTakenOut) {
  auto T = std::make_unique<DrawnTable>();
  for (uint64_t I = 0; I != 50000; ++I)
    enter(*T, blockAt(I), uint32_t(I + 1));
  for (uint64_t I = 0; I < 50000; I += 3)
    T->find(blockAt(I)).takeOut();
  for (uint64_t I = 0; I != 60000; ++I)
    ASSERT_EQ(numberOf(*T, blockAt(I)), I < 50000 && I % 3 ? I + 1 : 0) << I;
}

TEST(DrawnTable, OfTwoBlocksAtAnAddressKnowsTheNewer) {
  auto T = std::make_unique<DrawnTable>();
  enter(*T, blockAt(1), 10);
  enter(*T, blockAt(1), 11);
  EXPECT_EQ(numberOf(*T, blockAt(1)), 11u);
  T->find(blockAt(1)).takeOut();
  EXPECT_EQ(numberOf(*T, blockAt(1)), 0u);
}

TEST(DrawnTable, HoldsASlotWhileAnotherBlockComesToTheAddress) {
  auto T = std::make_unique<DrawnTable>();
  enter(*T, blockAt(1), 10);
  const LiveTable::Entry Held = T->find(blockAt(1));
  DrawnTable::hold(Held);
  EXPECT_EQ(numberOf(*T, blockAt(1)), 0u);
  enter(*T, blockAt(1), 11);
  EXPECT_EQ(numberOf(*T, blockAt(1)), 11u);
  T->find(blockAt(1)).takeOut();
  Held.putBack();
  EXPECT_EQ(numberOf(*T, blockAt(1)), 10u);
}

// docs/design/sampling.md names the bound.
TEST(DrawnTable, TakesMemoryByTheNumberOfLiveBlocks) {
  for (uint64_t Live : {2000, 20000, 200000}) {
    const uint64_t Before = residentBytes();
    auto T = std::make_unique<DrawnTable>();
    for (uint64_t I = 0; I != Live; ++I)
      enter(*T, blockAt(I), 1);
    const uint64_t Full = residentBytes();
    EXPECT_LE(Full - Before, 256 * Live + (64 << 10)) << Live;
    // Other blocks come and go for ever.
    for (uint64_t I = 0; I != 300000; ++I) {
      T->find(blockAt(I)).takeOut();
      enter(*T, blockAt(I + Live), 1);
    }
    EXPECT_LE(residentBytes() - Before, 256 * Live + (64 << 10)) << Live;
  }
}

TEST(DrawnTable, IsRightWithThreadsThatEnterAtOnce) {
  auto T = std::make_unique<DrawnTable>();
  std::vector<std::thread> Threads;
  for (uint64_t Thread = 0; Thread != 4; ++Thread)
    Threads.emplace_back([&T, Thread] {
      for (uint64_t Round = 0; Round != 20; ++Round) {
        for (uint64_t I = 0; I != 5000; ++I)
          enter(*T, blockAt(4 * I + Thread), uint32_t(4 * I + Thread + 1));
        for (uint64_t I = 0; I != 5000; ++I) {
          ASSERT_EQ(numberOf(*T, blockAt(4 * I + Thread)), 4 * I + Thread + 1);
          T->find(blockAt(4 * I + Thread)).takeOut();
        }
      }
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  for (uint64_t I = 0; I != 20000; ++I)
    ASSERT_EQ(numberOf(*T, blockAt(I)), 0u);
}

} // namespace

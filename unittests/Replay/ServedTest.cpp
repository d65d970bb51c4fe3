//===- ServedTest.cpp - pools and arenas ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replayer/Served.h"
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <thread>

using namespace anomalloc::replay;

void anomalloc::replay::giveUp(SharedState &, FailureKind, uint64_t) {
  abort();
}

namespace {

SharedState *noState() { return nullptr; }

/// Whether blocks of \p Size at these places are apart, and lie as they must.
bool areApart(const std::set<char *> &Blocks, size_t Size) {
  char *End = nullptr;
  for (char *Block : Blocks) {
    if (Block < End ||
        reinterpret_cast<uintptr_t>(Block) % (Size % 16 ? 8 : 16))
      return false;
    End = Block + Size;
  }
  return true;
}

TEST(Served, SlotsOfAPoolAreApartAndComeAgain) {
  for (uint32_t Size : {8u, 24u, 48u, 4096u})
    for (uint32_t IsShared : {0u, 1u}) {
      const Pool Its = {Size, Size, IsShared};
      PoolPart Part = {};
      std::set<char *> Blocks;
      for (int I = 0; I != 20000; ++I) {
        auto *Block = static_cast<char *>(takeSlot(*noState(), Its, Part));
        std::memset(Block, 1, Size);
        Blocks.insert(Block);
      }
      EXPECT_EQ(Blocks.size(), 20000u);
      EXPECT_EQ(Part.Slots, 20000u);
      EXPECT_TRUE(areApart(Blocks, Size)) << Size;
      for (char *Block : Blocks)
        giveSlot(Its, Part, Block);
      for (int I = 0; I != 20000; ++I)
        EXPECT_EQ(
            Blocks.erase(static_cast<char *>(takeSlot(*noState(), Its, Part))),
            1u);
      EXPECT_EQ(Part.Slots, 20000u);
    }
}

TEST(Served, WhatAnotherThreadFreesComesBackToTheOwner) {
  const Pool Its = {24, 24, 1};
  PoolPart Parts[2] = {};
  std::set<void *> Before, After;
  for (int I = 0; I != 1000; ++I)
    Before.insert(takeSlot(*noState(), Its, Parts[0]));
  for (void *Block : Before)
    giveSlot(Its, Parts[1], Block);
  EXPECT_EQ(Parts[1].Free, nullptr);
  for (int I = 0; I != 1000; ++I)
    After.insert(takeSlot(*noState(), Its, Parts[0]));
  EXPECT_EQ(Before, After);
  EXPECT_EQ(Parts[0].Slots, 1000u);
}

TEST(Served, TwoThreadsThatFreeBlocksOfEachOtherLoseNone) {
  const Pool Its = {40, 40, 1};
  PoolPart Parts[2] = {};
  constexpr size_t Places = 4096, Rounds = 200000;
  static std::atomic<void *> Table[2][Places];
  auto Run = [&](unsigned Me) {
    for (size_t I = 0; I != Rounds; ++I) {
      void *Mine = takeSlot(*noState(), Its, Parts[Me]);
      std::memset(Mine, int(Me + 1), 40);
      if (void *Old = Table[Me][I % Places].exchange(Mine))
        giveSlot(Its, Parts[Me], Old);
      if (void *Other = Table[1 - Me][I * 7 % Places].exchange(nullptr)) {
        for (char Byte : std::string(static_cast<char *>(Other), 40))
          ASSERT_EQ(Byte, char(2 - Me));
        giveSlot(Its, Parts[Me], Other);
      }
    }
  };
  std::thread Other(Run, 1);
  Run(0);
  Other.join();
  uint64_t Live = 0, Free = 0;
  for (auto &Of : Table)
    for (auto &Block : Of)
      Live += Block.load() != nullptr;
  for (PoolPart &Part : Parts)
    for (void *First : {Part.Free, Part.Returned.load()})
      for (void *Slot = First; Slot; Slot = linkOf(Slot))
        ++Free;
  EXPECT_EQ(Live + Free, Parts[0].Slots + Parts[1].Slots);
}

TEST(Served, AnArenaKeepsItsFirstChunk) {
  Arena A = {};
  void *First = nullptr;
  for (int Round = 0; Round != 3; ++Round) {
    std::set<char *> Blocks;
    for (int I = 0; I != 10000; ++I) {
      auto *Block = static_cast<char *>(takeFromArena(*noState(), A, 48));
      std::memset(Block, 1, 48);
      Blocks.insert(Block);
      if (!First)
        First = Block;
      if (I == 0)
        EXPECT_EQ(Block, First);
    }
    EXPECT_EQ(Blocks.size(), 10000u);
    EXPECT_TRUE(areApart(Blocks, 48));
    resetArena(A);
  }
  EXPECT_EQ(A.Resets, 3u);
}

TEST(Served, AnArenaHasRoomForAnySize) {
  Arena A = {};
  char *End = nullptr;
  for (size_t Size : {size_t(0), size_t(0), size_t(1), size_t(16), size_t(24),
                      size_t(64 << 10), size_t(10 << 20), size_t(16)}) {
    auto *Block = static_cast<char *>(takeFromArena(*noState(), A, Size));
    EXPECT_NE(Block, End);
    std::memset(Block, 1, Size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Block) % (Size % 16 ? 8 : 16), 0u);
    End = Block;
  }
  resetArena(A);
}

} // namespace

//===- StackTest.cpp - calling stacks, from bytes to the model ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Merge.h"
#include "ProfileBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

/// Stacks as "count x size: offset < offset ...", innermost first.
static std::string stacksOf(const Profile &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const anomalloc::StackCount &C : P.StackCounts) {
    OS << C.Allocations << " x " << C.Size << ":";
    for (std::optional<StackIndex> S = C.Stack; S; S = P.stack(*S).Caller) {
      const StackLevel &L = P.stack(*S);
      const CodePlace &Place = P.place(L.Place);
      OS << ' ' << (Place.Library.empty() ? "?" : Place.Library) << '+'
         << Place.Offset << (L.ByFramePointer ? "f" : "") << (L.Cut ? "c" : "");
    }
    OS << '\n';
  }
  return Text;
}

static ProfileBuilder sound() {
  ProfileBuilder File;
  File.module(0x1000, 0x3000, 0x1000, 0, "", "a").thread(0).thread(1);
  File.stackNodes(0, 1, {{0x1010, 0, 0, StackIsCut}, {0x1020, 1, 0, 0}});
  return File;
}

TEST(Stacks, NodesMayStandBehindTheirCounts) {
  ProfileBuilder File = sound();
  File.stackCounts(0, {{3, 0, 0, 0, 24, 7}, {2, 0, 0, 0, 8, 1}});
  File.segment().stackNodes(0, 3, {{0x9000, 2, 0, ByFramePointer}});
  File.stackNodes(1, 1, {{0x1010, 0, 0, StackIsCut}});
  File.stackCounts(1, {{1, 0, 0, 0, 24, 2}});
  auto P = read(File.bytes());
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_EQ(stacksOf(**P), "2 x 24: a+16c\n"
                           "1 x 8: a+32 a+16c\n"
                           "7 x 24: ?+36864f a+32 a+16c\n");
  EXPECT_EQ((*P)->Stacks.size(), 3u) << "equal levels are one";
}

TEST(Stacks, AddUpAndComeBackFromAMergedProfile) {
  ProfileBuilder File = sound();
  File.Header.LostStacks = 5;
  File.stackCounts(0, {{2, 0, 0, 0, 24, 7}});
  File.stackCounts(0, {{2, 0, 0, 0, 24, 1}, {}, {1, 0, 0, 0, 24, 3}});
  std::vector<std::unique_ptr<Profile>> Two;
  for (int I = 0; I != 2; ++I)
    Two.push_back(llvm::cantFail(read(File.bytes())));
  std::unique_ptr<Profile> Merged = merge(std::move(Two));
  EXPECT_EQ(stacksOf(*Merged), "6 x 24: a+16c\n16 x 24: a+32 a+16c\n");
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  llvm::cantFail(writeMerged(*Merged, OS));
  auto Again = read(Bytes);
  ASSERT_TRUE(bool(Again)) << llvm::toString(Again.takeError());
  EXPECT_EQ(stacksOf(**Again), stacksOf(*Merged));
  EXPECT_EQ((*Again)->Processes[1].LostStacks, 5u);
}

TEST(Stacks, WhatRefersToNothingIsRefused) {
  auto Refused = [](const ProfileBuilder &File, const char *Why) {
    EXPECT_NE(errorOf(File.bytes()).find(Why), std::string::npos)
        << errorOf(File.bytes());
  };
  Refused(sound().stackNodes(0, 4, {{0x10, 0, 0, 0}}),
          "its first node is number 4, after 2 nodes");
  Refused(sound().stackNodes(0, 3, {{0x10, 3, 0, 0}}),
          "node 3 has the caller 3");
  Refused(sound().stackRows<StackNode>(RecordType::StackNodes, 0, 3, {{1, 3}}),
          "node 3 has the place 3 of 2");
  Refused(sound().stackRows<StackPlace>(RecordType::StackPlaces, 0, 2,
                                        {{0x10, 0, 0, 0}}),
          "its first place is number 2, after 2 places");
  Refused(sound().stackRows<StackKey>(RecordType::StackKeys, 0, 2,
                                      {{8, 0, 0, 0, 0}}),
          "its first key is number 2, after 0 keys");
  Refused(sound().stackRows<format::StackCount>(RecordType::StackCounts, 0, 1,
                                                {{1, 1, 1}}),
          "key 1 of 0");
  Refused(sound().stackRows<format::StackCount>(RecordType::StackCounts, 0, 1,
                                                {{1, 0, 1}}),
          "key 0 of 0");
  Refused(sound().stackCounts(0, {{3, 0, 0, 0, 8, 1}}), "node 3 of 2");
  Refused(sound().stackCounts(0, {{0, 0, 0, 0, 8, 1}}), "node 0 of 2");
  Refused(sound().stackCounts(0, {{1, 4, 0, 0, 8, 1}}),
          "section 4 has counts, but no record");
  Refused(sound().stackCounts(0, {{1, 0, 6, 0, 8, 1}}),
          "unit 6 has counts, but no record");
  Refused(sound().stackCounts(9, {{1, 0, 0, 0, 8, 1}}),
          "thread 9 has counts, but no record");
}

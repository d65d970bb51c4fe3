//===- PerfMapTest.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/PerfMap.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace anomalloc {
namespace {

TEST(PerfMap, FindsTheFunctionOfEachByte) {
  PerfMap Map({"1000 10 first\n1010 8 second\n", "20", "00 1 of two pieces\n"});
  EXPECT_EQ(Map.find(0xfff), "");
  EXPECT_EQ(Map.find(0x1000), "first");
  EXPECT_EQ(Map.find(0x100f), "first");
  EXPECT_EQ(Map.find(0x1010), "second");
  EXPECT_EQ(Map.find(0x1017), "second");
  EXPECT_EQ(Map.find(0x1018), "");
  EXPECT_EQ(Map.find(0x2000), "of two pieces");
  EXPECT_EQ(Map.find(0x2001), "");
  EXPECT_EQ(Map.find(UINT64_MAX), "");
  EXPECT_EQ(PerfMap({}).find(1), "");
}

TEST(PerfMap, TheLastLineCounts) {
  PerfMap Map({"1000 100 whole\n1010 10 inside\n1018 10 across\n"
               "1f00 10 below\n1e00 200 above\n3000 10 x\n3000 10 y\n"});
  EXPECT_EQ(Map.find(0x100f), "whole");
  EXPECT_EQ(Map.find(0x1010), "inside");
  EXPECT_EQ(Map.find(0x1018), "across");
  EXPECT_EQ(Map.find(0x1027), "across");
  EXPECT_EQ(Map.find(0x1028), "whole");
  EXPECT_EQ(Map.find(0x10ff), "whole");
  EXPECT_EQ(Map.find(0x1100), "");
  EXPECT_EQ(Map.find(0x1f05), "above");
  EXPECT_EQ(Map.find(0x3001), "y");
}

TEST(PerfMap, SkipsWhatIsNoLine) {
  PerfMap Map({"\n \nno\n1\n1 1\n1 1 \n10 0 empty\nxy 1 a\n"
               "11111111111111111 1 too long\n0x20 0X1 kept\n30 1 cut off"});
  EXPECT_EQ(Map.find(0x1), "");
  EXPECT_EQ(Map.find(0x10), "");
  EXPECT_EQ(Map.find(0x30), "cut off");
  const std::string Long = "40 1 " + std::string(5000, 'n');
  EXPECT_EQ(PerfMap({Long}).find(0x40).size(), 1024u);
}

// With steps in proportion to lines x lines, it would not end.
TEST(PerfMap, ManyRangesOverAllAddressesCostLittle) {
  std::string Text;
  for (int I = 0; I != 300000; ++I)
    Text += "0 ffffffffffffffff all\n";
  for (int I = 0; I != 300000; ++I)
    Text += std::to_string(I) + " ffffffffffffffff from\n";
  PerfMap Map({Text});
  EXPECT_EQ(Map.find(0), "from");
  EXPECT_EQ(Map.find(UINT64_MAX - 1), "from");
}

} // namespace
} // namespace anomalloc

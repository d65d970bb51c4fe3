//===- SavingsTest.cpp - what a change saves, in words --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/Savings.h"
#include "gtest/gtest.h"

namespace anomalloc {
namespace {

MeasuredChange nodes() {
  MeasuredChange C;
  C.Remedy = "use a pool";
  C.MayStay = true;
  C.Blocks = C.MostBlocks = 40000;
  C.SavedLeast = 200000;
  C.SavedMost = 9000000;
  return C;
}

TEST(Savings, WhatStaysSavesWhatAPoolDoes) {
  MeasuredChange C = nodes();
  EXPECT_EQ(remedyText(C), "use a pool; may save up to 9 ms and "
                           "40,000 allocations, unless they stay");
  C.SavedIfKept = 20000000;
  EXPECT_EQ(remedyText(C), "use a pool; may save up to 9 ms, up to 20 "
                           "ms if they stay, and 40,000 allocations");
  C.SavedOfOthers = 84000000;
  EXPECT_EQ(remedyText(C),
            "use a pool; may save up to 9 ms, up to 20 ms if they "
            "stay (and up to 84 ms for nodes beside them), and 40,000 "
            "allocations");
  // No more than is told anyhow.
  C.SavedIfKept = C.SavedMost;
  EXPECT_EQ(remedyText(C), remedyText(nodes()));
}

TEST(Savings, WhatWasSeenToStaySavesMemoryAndTime) {
  MeasuredChange C = nodes();
  C.IsMeasured = true;
  C.Blocks = C.MostBlocks = 0;
  C.SavedBytes = 1048576;
  EXPECT_EQ(remedyText(C), "use a pool; saves 1.000 MiB and up to 9 ms");
  C.SavedOfOthers = 84000000;
  EXPECT_EQ(remedyText(C), "use a pool; saves 1.000 MiB and up to 9 ms "
                           "(and up to 84 ms for nodes beside them)");
}

TEST(Savings, ReadsAndWritesAreTheLastThatIsSaved) {
  MeasuredChange C;
  C.Remedy = "do not zero it";
  C.IsMeasured = true;
  C.SavedTraffic = 2097152;
  EXPECT_EQ(remedyText(C), "do not zero it; saves 2.000 MiB of reads and "
                           "writes");
  C.IsMeasured = false;
  C.SavedBytes = 1048576;
  EXPECT_EQ(remedyText(C), "do not zero it; may save 1.000 MiB, and 2.000 MiB "
                           "of reads and writes");
}

} // namespace
} // namespace anomalloc

//===- SvgPlotTest.cpp - round numbers beside an axis ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/timeline/SvgPlot.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace anomalloc;

namespace {

TEST(RoundTicks, StepsAreOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_EQ(roundTicks(10, TickBase::Ten),
            (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(roundTicks(469.7, TickBase::Ten),
            (std::vector<double>{0, 100, 200, 300, 400}));
  EXPECT_EQ(roundTicks(0.12, TickBase::Ten),
            (std::vector<double>{0, 0.05, 0.1}));
}

TEST(RoundTicks, StepsOfBytesArePowersOfTwoAndWhole) {
  EXPECT_EQ(roundTicks(14.7 * 1048576, TickBase::Two),
            (std::vector<double>{0, 4194304, 8388608, 12582912}));
  EXPECT_EQ(roundTicks(3, TickBase::Two), (std::vector<double>{0, 1, 2, 3}));
}

TEST(RoundTicks, WithoutANumberThereIsOnlyZero) {
  for (double Most :
       {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(roundTicks(Most, TickBase::Ten), std::vector<double>{0});
}

TEST(WithoutTrailingZeros, OnlyZerosBehindThePointGo) {
  EXPECT_EQ(withoutTrailingZeros("4.000 MiB"), "4 MiB");
  EXPECT_EQ(withoutTrailingZeros("2.50 ms"), "2.5 ms");
  EXPECT_EQ(withoutTrailingZeros("100 KiB"), "100 KiB");
  EXPECT_EQ(withoutTrailingZeros("10.05"), "10.05");
}

} // namespace

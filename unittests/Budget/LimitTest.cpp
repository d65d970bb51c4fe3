//===- LimitTest.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Limit.h"
#include <gtest/gtest.h>

using namespace anomalloc::budget;

namespace {

Limit limitOf(Measure M, llvm::StringRef Text) {
  llvm::Expected<Limit> L = parseLimit(M, Text);
  if (L)
    return *L;
  ADD_FAILURE() << llvm::toString(L.takeError());
  return {};
}

/// Why \p Text is none.
std::string noLimit(Measure M, llvm::StringRef Text) {
  llvm::Expected<Limit> L = parseLimit(M, Text);
  return L ? "" : llvm::toString(L.takeError());
}

uint64_t mostNumber(Measure M, llvm::StringRef Text, uint64_t Reference) {
  return mostOf(limitOf(M, Text), M, Reference).Number;
}

TEST(Limit, ANumberMayBeWrittenInGroups) {
  for (const char *Text : {"1000", "1,000", "1_000", " 1000 "}) {
    const Limit L = limitOf(Measure::Allocations, Text);
    EXPECT_EQ(L.Kind, LimitKind::Most);
    EXPECT_EQ(L.Number, 1000u) << Text;
    EXPECT_EQ(L.Text, Text);
  }
  EXPECT_EQ(limitOf(Measure::Allocations, "0").Number, 0u);
  EXPECT_EQ(limitOf(Measure::Allocations, "1,234,567").Number, 1234567u);
  for (const char *Text :
       {"", "1,00", "1,0000", ",000", "1000,000", "1,000_000", "1 000", "0.5",
        "-1", "1K", "18446744073709551616"})
    EXPECT_NE(noLimit(Measure::Allocations, Text), "") << Text;
}

TEST(Limit, BytesMayHaveAUnit) {
  for (const char *Text :
       {"65,536", "64K", "64 KiB", "64 kb", "65536 bytes", "65536 byte"})
    EXPECT_EQ(limitOf(Measure::Bytes, Text).Number, 65536u) << Text;
  EXPECT_NE(noLimit(Measure::Bytes, "64 Kilo"), "");
  EXPECT_NE(noLimit(Measure::Bytes, "bytes"), "");
  EXPECT_NE(noLimit(Measure::Bytes, "1 0 KiB"), "");
  EXPECT_NE(noLimit(Measure::Bytes, "1 0K"), "");
}

TEST(Limit, ARateIsExactToTheMillionth) {
  EXPECT_EQ(limitOf(Measure::PerIteration, "0").Number, 0u);
  EXPECT_EQ(limitOf(Measure::PerIteration, "0.5").Number, 500000u);
  EXPECT_EQ(limitOf(Measure::PerIteration, "1,000.000001").Number, 1000000001u);
  for (const char *Text :
       {".5", "1.", "0.0000001", "1e3", "5 %", "+1", "18446744073709551615"})
    EXPECT_NE(noLimit(Measure::PerIteration, Text), "") << Text;
}

TEST(Limit, ThereAreFourKinds) {
  EXPECT_EQ(limitOf(Measure::Allocations, "5 %").Kind, LimitKind::Share);
  EXPECT_EQ(limitOf(Measure::Allocations, "+5").Kind, LimitKind::Growth);
  EXPECT_EQ(limitOf(Measure::Allocations, "+5%").Kind, LimitKind::GrowthShare);
  EXPECT_FALSE(limitOf(Measure::Allocations, "5 %").needsBase());
  EXPECT_TRUE(limitOf(Measure::Allocations, "+5").needsBase());
  EXPECT_TRUE(limitOf(Measure::Allocations, "+5%").needsBase());
}

TEST(Limit, ARefusalSaysWhatTheMeasureMayHave) {
  EXPECT_EQ(noLimit(Measure::Allocations, "few"),
            "'few' is no limit of 'allocations': expected a number, as 1000; "
            "or a share, as 5 %; or how much more than the base, as +1 % or "
            "+10");
  EXPECT_EQ(noLimit(Measure::PerIteration, "+1"),
            "'+1' is no limit of 'allocations per iteration': expected a rate, "
            "as 0 or 0.5");
  EXPECT_EQ(noLimit(Measure::Peak, "5 %"),
            "'5 %' is no limit of 'peak': expected a size, as 4096 or 64 MiB; "
            "or how much more than the base, as +1 % or +10");
  EXPECT_EQ(noLimit(Measure::NewSites, "+1"),
            "'+1' is no limit of 'new sites': expected a number, as 1000");
}

TEST(Limit, AShareIsRoundedDown) {
  EXPECT_EQ(mostNumber(Measure::Allocations, "13 %", 15), 1u);
  EXPECT_EQ(mostNumber(Measure::Allocations, "14 %", 15), 2u);
  EXPECT_EQ(mostNumber(Measure::Allocations, "100 %", 15), 15u);
  EXPECT_EQ(mostNumber(Measure::Allocations, "5 %", 0), 0u);
  EXPECT_EQ(mostNumber(Measure::Allocations, "50 %", UINT64_MAX),
            UINT64_MAX / 2);
}

TEST(Limit, GrowthIsAddedToTheBase) {
  EXPECT_EQ(mostNumber(Measure::Allocations, "+10", 100), 110u);
  EXPECT_EQ(mostNumber(Measure::Allocations, "+1 %", 199), 200u);
  EXPECT_EQ(mostNumber(Measure::Allocations, "+1 %", 0), 0u);
  EXPECT_EQ(mostNumber(Measure::Allocations, "+1", UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(mostNumber(Measure::Allocations, "+200 %", UINT64_MAX), UINT64_MAX);
}

TEST(Limit, AShareIsWrittenDownSoThatItHolds) {
  EXPECT_EQ(shareScalar(0, 0), "0 %");
  EXPECT_EQ(shareScalar(0, 7), "0 %");
  EXPECT_EQ(shareScalar(1, 3), "33.4 %");
  EXPECT_EQ(shareScalar(1, 2), "50 %");
  EXPECT_EQ(shareScalar(1, UINT64_MAX), "0.1 %");
  EXPECT_EQ(shareScalar(UINT64_MAX, UINT64_MAX), "100 %");
}

} // namespace

//===- gtest.h - limits on allocations in GoogleTest ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   TEST(Solver, StepsWithoutAllocating) {
///     Solver s(1000);
///     EXPECT_ALLOCATIONS(0) { s.step(); }
///   }
/// \endcode
/// EXPECT_ goes on with the test, ASSERT_ returns from its function. A test
/// that cannot be measured is run, and then reported as skipped.
/// docs/testing.md tells everything.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TEST_GTEST_H
#define ANOMALLOC_TEST_GTEST_H

#include "anomalloc/test/check.h"
#include <gtest/gtest.h>

namespace anomalloc {
namespace test {

template <bool IsFatal> struct GoogleTest {
  static constexpr bool ReturnsFromTest = IsFatal;

  static void fail(const Place &Where, const std::string &Text, bool) {
    add(Where, Text,
        IsFatal ? ::testing::TestPartResult::kFatalFailure
                : ::testing::TestPartResult::kNonFatalFailure);
  }
  static void skip(const Place &Where, const std::string &Text, bool) {
    add(Where, Text, ::testing::TestPartResult::kSkip);
  }
  static void pass(const Place &) {}

private:
  static void add(const Place &Where, const std::string &Text,
                  ::testing::TestPartResult::Type Type) {
    GTEST_MESSAGE_AT_(Where.File, Where.Line, Text.c_str(), Type);
  }
};

} // namespace test
} // namespace anomalloc

#define ANOMALLOC_EXPECT_(...)                                                 \
  ANOMALLOC_TEST_BRACES_(ANOMALLOC_TEST_NAME_(__VA_ARGS__),                    \
                         ::anomalloc::test::GoogleTest<false>, __VA_ARGS__)
#define ANOMALLOC_ASSERT_(...)                                                 \
  ANOMALLOC_ASSERT_NAMED_(ANOMALLOC_TEST_NAME_(__VA_ARGS__), __VA_ARGS__)
#define ANOMALLOC_ASSERT_NAMED_(Name, ...)                                     \
  for (ANOMALLOC_TEST_CHECK_(Name, ::anomalloc::test::GoogleTest<true>,        \
                             __VA_ARGS__);                                     \
       __extension__({                                                         \
         bool Runs = Name.runs();                                              \
         if (Name.isOver() && Runs)                                            \
           return GTEST_MESSAGE_AT_(Name.place().File, Name.place().Line,      \
                                    Name.text().c_str(),                       \
                                    ::testing::TestPartResult::kFatalFailure); \
         Runs;                                                                 \
       });)                                                                    \
  ANOMALLOC_TEST_GUARD_(Name)

#define EXPECT_ALLOCATIONS(...)                                                \
  ANOMALLOC_EXPECT_("EXPECT_ALLOCATIONS", Allocations, Exactly, __VA_ARGS__)
#define EXPECT_ALLOCATIONS_AT_MOST(...)                                        \
  ANOMALLOC_EXPECT_("EXPECT_ALLOCATIONS_AT_MOST", Allocations, AtMost,         \
                    __VA_ARGS__)
#define EXPECT_ALLOCATED_BYTES(...)                                            \
  ANOMALLOC_EXPECT_("EXPECT_ALLOCATED_BYTES", AllocatedBytes, Exactly,         \
                    __VA_ARGS__)
#define EXPECT_ALLOCATED_BYTES_AT_MOST(...)                                    \
  ANOMALLOC_EXPECT_("EXPECT_ALLOCATED_BYTES_AT_MOST", AllocatedBytes, AtMost,  \
                    __VA_ARGS__)
#define EXPECT_PEAK_BYTES(...)                                                 \
  ANOMALLOC_EXPECT_("EXPECT_PEAK_BYTES", PeakBytes, Exactly, __VA_ARGS__)
#define EXPECT_PEAK_BYTES_AT_MOST(...)                                         \
  ANOMALLOC_EXPECT_("EXPECT_PEAK_BYTES_AT_MOST", PeakBytes, AtMost, __VA_ARGS__)
#define EXPECT_LEAKED_BLOCKS(...)                                              \
  ANOMALLOC_EXPECT_("EXPECT_LEAKED_BLOCKS", LeakedBlocks, Exactly, __VA_ARGS__)
#define EXPECT_LEAKED_BLOCKS_AT_MOST(...)                                      \
  ANOMALLOC_EXPECT_("EXPECT_LEAKED_BLOCKS_AT_MOST", LeakedBlocks, AtMost,      \
                    __VA_ARGS__)
#define EXPECT_LEAKED_BYTES(...)                                               \
  ANOMALLOC_EXPECT_("EXPECT_LEAKED_BYTES", LeakedBytes, Exactly, __VA_ARGS__)
#define EXPECT_LEAKED_BYTES_AT_MOST(...)                                       \
  ANOMALLOC_EXPECT_("EXPECT_LEAKED_BYTES_AT_MOST", LeakedBytes, AtMost,        \
                    __VA_ARGS__)

#define ASSERT_ALLOCATIONS(...)                                                \
  ANOMALLOC_ASSERT_("ASSERT_ALLOCATIONS", Allocations, Exactly, __VA_ARGS__)
#define ASSERT_ALLOCATIONS_AT_MOST(...)                                        \
  ANOMALLOC_ASSERT_("ASSERT_ALLOCATIONS_AT_MOST", Allocations, AtMost,         \
                    __VA_ARGS__)
#define ASSERT_ALLOCATED_BYTES(...)                                            \
  ANOMALLOC_ASSERT_("ASSERT_ALLOCATED_BYTES", AllocatedBytes, Exactly,         \
                    __VA_ARGS__)
#define ASSERT_ALLOCATED_BYTES_AT_MOST(...)                                    \
  ANOMALLOC_ASSERT_("ASSERT_ALLOCATED_BYTES_AT_MOST", AllocatedBytes, AtMost,  \
                    __VA_ARGS__)
#define ASSERT_PEAK_BYTES(...)                                                 \
  ANOMALLOC_ASSERT_("ASSERT_PEAK_BYTES", PeakBytes, Exactly, __VA_ARGS__)
#define ASSERT_PEAK_BYTES_AT_MOST(...)                                         \
  ANOMALLOC_ASSERT_("ASSERT_PEAK_BYTES_AT_MOST", PeakBytes, AtMost, __VA_ARGS__)
#define ASSERT_LEAKED_BLOCKS(...)                                              \
  ANOMALLOC_ASSERT_("ASSERT_LEAKED_BLOCKS", LeakedBlocks, Exactly, __VA_ARGS__)
#define ASSERT_LEAKED_BLOCKS_AT_MOST(...)                                      \
  ANOMALLOC_ASSERT_("ASSERT_LEAKED_BLOCKS_AT_MOST", LeakedBlocks, AtMost,      \
                    __VA_ARGS__)
#define ASSERT_LEAKED_BYTES(...)                                               \
  ANOMALLOC_ASSERT_("ASSERT_LEAKED_BYTES", LeakedBytes, Exactly, __VA_ARGS__)
#define ASSERT_LEAKED_BYTES_AT_MOST(...)                                       \
  ANOMALLOC_ASSERT_("ASSERT_LEAKED_BYTES_AT_MOST", LeakedBytes, AtMost,        \
                    __VA_ARGS__)
#endif // ANOMALLOC_TEST_GTEST_H

//===- doctest.h - limits on allocations in doctest -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   TEST_CASE("a step does not allocate") {
///     Solver s(1000);
///     CHECK_ALLOCATIONS(0) { s.step(); }
///   }
/// \endcode
/// CHECK_ goes on with the test case, REQUIRE_ ends it. doctest knows no
/// skipping while a test runs: what cannot be measured is a message, and
/// passes. docs/testing.md says how to have it fail, and the rest.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TEST_DOCTEST_H
#define ANOMALLOC_TEST_DOCTEST_H

#include "anomalloc/test/check.h"
#include <doctest/doctest.h>

namespace anomalloc {
namespace test {

template <bool IsFatal> struct DocTest {
  static constexpr bool ReturnsFromTest = false;

  static void fail(const Place &Where, const std::string &Text, bool MayThrow) {
    if (IsFatal && MayThrow)
      DOCTEST_ADD_FAIL_AT(Where.File, Where.Line, Text);
    else
      DOCTEST_ADD_FAIL_CHECK_AT(Where.File, Where.Line, Text);
  }
  static void skip(const Place &Where, const std::string &Text, bool) {
    DOCTEST_ADD_MESSAGE_AT(Where.File, Where.Line, Text);
  }
  static void pass(const Place &) {}
};

} // namespace test
} // namespace anomalloc

#define ANOMALLOC_CHECK_(...)                                                  \
  ANOMALLOC_TEST_BRACES_(ANOMALLOC_TEST_NAME_(__VA_ARGS__),                    \
                         ::anomalloc::test::DocTest<false>, __VA_ARGS__)
#define ANOMALLOC_REQUIRE_(...)                                                \
  ANOMALLOC_TEST_BRACES_(ANOMALLOC_TEST_NAME_(__VA_ARGS__),                    \
                         ::anomalloc::test::DocTest<true>, __VA_ARGS__)

#define CHECK_ALLOCATIONS(...)                                                 \
  ANOMALLOC_CHECK_("CHECK_ALLOCATIONS", Allocations, Exactly, __VA_ARGS__)
#define CHECK_ALLOCATIONS_AT_MOST(...)                                         \
  ANOMALLOC_CHECK_("CHECK_ALLOCATIONS_AT_MOST", Allocations, AtMost,           \
                   __VA_ARGS__)
#define CHECK_ALLOCATED_BYTES(...)                                             \
  ANOMALLOC_CHECK_("CHECK_ALLOCATED_BYTES", AllocatedBytes, Exactly,           \
                   __VA_ARGS__)
#define CHECK_ALLOCATED_BYTES_AT_MOST(...)                                     \
  ANOMALLOC_CHECK_("CHECK_ALLOCATED_BYTES_AT_MOST", AllocatedBytes, AtMost,    \
                   __VA_ARGS__)
#define CHECK_PEAK_BYTES(...)                                                  \
  ANOMALLOC_CHECK_("CHECK_PEAK_BYTES", PeakBytes, Exactly, __VA_ARGS__)
#define CHECK_PEAK_BYTES_AT_MOST(...)                                          \
  ANOMALLOC_CHECK_("CHECK_PEAK_BYTES_AT_MOST", PeakBytes, AtMost, __VA_ARGS__)
#define CHECK_LEAKED_BLOCKS(...)                                               \
  ANOMALLOC_CHECK_("CHECK_LEAKED_BLOCKS", LeakedBlocks, Exactly, __VA_ARGS__)
#define CHECK_LEAKED_BLOCKS_AT_MOST(...)                                       \
  ANOMALLOC_CHECK_("CHECK_LEAKED_BLOCKS_AT_MOST", LeakedBlocks, AtMost,        \
                   __VA_ARGS__)
#define CHECK_LEAKED_BYTES(...)                                                \
  ANOMALLOC_CHECK_("CHECK_LEAKED_BYTES", LeakedBytes, Exactly, __VA_ARGS__)
#define CHECK_LEAKED_BYTES_AT_MOST(...)                                        \
  ANOMALLOC_CHECK_("CHECK_LEAKED_BYTES_AT_MOST", LeakedBytes, AtMost,          \
                   __VA_ARGS__)

#define REQUIRE_ALLOCATIONS(...)                                               \
  ANOMALLOC_REQUIRE_("REQUIRE_ALLOCATIONS", Allocations, Exactly, __VA_ARGS__)
#define REQUIRE_ALLOCATIONS_AT_MOST(...)                                       \
  ANOMALLOC_REQUIRE_("REQUIRE_ALLOCATIONS_AT_MOST", Allocations, AtMost,       \
                     __VA_ARGS__)
#define REQUIRE_ALLOCATED_BYTES(...)                                           \
  ANOMALLOC_REQUIRE_("REQUIRE_ALLOCATED_BYTES", AllocatedBytes, Exactly,       \
                     __VA_ARGS__)
#define REQUIRE_ALLOCATED_BYTES_AT_MOST(...)                                   \
  ANOMALLOC_REQUIRE_("REQUIRE_ALLOCATED_BYTES_AT_MOST", AllocatedBytes,        \
                     AtMost, __VA_ARGS__)
#define REQUIRE_PEAK_BYTES(...)                                                \
  ANOMALLOC_REQUIRE_("REQUIRE_PEAK_BYTES", PeakBytes, Exactly, __VA_ARGS__)
#define REQUIRE_PEAK_BYTES_AT_MOST(...)                                        \
  ANOMALLOC_REQUIRE_("REQUIRE_PEAK_BYTES_AT_MOST", PeakBytes, AtMost,          \
                     __VA_ARGS__)
#define REQUIRE_LEAKED_BLOCKS(...)                                             \
  ANOMALLOC_REQUIRE_("REQUIRE_LEAKED_BLOCKS", LeakedBlocks, Exactly,           \
                     __VA_ARGS__)
#define REQUIRE_LEAKED_BLOCKS_AT_MOST(...)                                     \
  ANOMALLOC_REQUIRE_("REQUIRE_LEAKED_BLOCKS_AT_MOST", LeakedBlocks, AtMost,    \
                     __VA_ARGS__)
#define REQUIRE_LEAKED_BYTES(...)                                              \
  ANOMALLOC_REQUIRE_("REQUIRE_LEAKED_BYTES", LeakedBytes, Exactly, __VA_ARGS__)
#define REQUIRE_LEAKED_BYTES_AT_MOST(...)                                      \
  ANOMALLOC_REQUIRE_("REQUIRE_LEAKED_BYTES_AT_MOST", LeakedBytes, AtMost,      \
                     __VA_ARGS__)
#endif // ANOMALLOC_TEST_DOCTEST_H

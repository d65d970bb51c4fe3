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
/// CHECK_ goes on with the test case, REQUIRE_ ends it. doctest cannot skip a
/// test that runs, so a limit that cannot be measured gives a message, and
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

// The class that the macros below hand their results to.
#define ANOMALLOC_TEST_FRAMEWORK_ ::anomalloc::test::DocTest
#include "anomalloc/test/check-and-require.h"

#endif // ANOMALLOC_TEST_DOCTEST_H

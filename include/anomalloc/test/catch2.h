//===- catch2.h - limits on allocations in Catch2 ---------------*- C++ -*-===//
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
/// For Catch2 2 and 3. CHECK_ goes on with the test case, REQUIRE_ ends it.
/// What cannot be measured ends the test case as skipped, when the braces have
/// run; Catch2 before 3.3 knows no skipping, and warns. docs/testing.md has it
/// all.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TEST_CATCH2_H
#define ANOMALLOC_TEST_CATCH2_H

#include "anomalloc/test/check.h"
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/catch_version_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif

namespace anomalloc {
namespace test {

template <bool IsFatal> struct Catch2 {
  static constexpr bool ReturnsFromTest = false;

  static void fail(const Place &Where, const std::string &Text, bool MayThrow) {
    add(Where, Text, ::Catch::ResultWas::ExplicitFailure, IsFatal && MayThrow);
  }
  static void skip(const Place &Where, const std::string &Text, bool MayThrow) {
#if CATCH_VERSION_MAJOR > 3 ||                                                 \
    (CATCH_VERSION_MAJOR == 3 && CATCH_VERSION_MINOR >= 3)
    if (MayThrow)
      return add(Where, Text, ::Catch::ResultWas::ExplicitSkip, true);
#endif
    (void)MayThrow;
    add(Where, Text, ::Catch::ResultWas::Warning, false);
  }
  static void pass(const Place &Where) {
    add(Where, {}, ::Catch::ResultWas::Ok, false);
  }

private:
  static void add(const Place &Where, const std::string &Text,
                  ::Catch::ResultWas::OfType Type, bool Ends) {
    ::Catch::AssertionHandler Handler(
        ::Catch::StringRef("Anomalloc", 9),
        ::Catch::SourceLineInfo(Where.File, std::size_t(Where.Line)),
        ::Catch::StringRef(),
        Ends ? ::Catch::ResultDisposition::Normal
             : ::Catch::ResultDisposition::ContinueOnFailure);
    Handler.handleMessage(Type, std::string(Text));
    Handler.complete();
  }
};

} // namespace test
} // namespace anomalloc

#define ANOMALLOC_CHECK_(...)                                                  \
  ANOMALLOC_TEST_BRACES_(ANOMALLOC_TEST_NAME_(__VA_ARGS__),                    \
                         ::anomalloc::test::Catch2<false>, __VA_ARGS__)
#define ANOMALLOC_REQUIRE_(...)                                                \
  ANOMALLOC_TEST_BRACES_(ANOMALLOC_TEST_NAME_(__VA_ARGS__),                    \
                         ::anomalloc::test::Catch2<true>, __VA_ARGS__)

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
#endif // ANOMALLOC_TEST_CATCH2_H

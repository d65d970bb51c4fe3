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
/// For Catch2 2 and 3. CHECK_ goes on with the test case, REQUIRE_ ends it. A
/// limit that cannot be measured ends the test case as skipped, after the
/// braces have run. Catch2 before 3.3 cannot skip, so it warns. docs/testing.md
/// tells everything.
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

// The class that the macros below hand their results to.
#define ANOMALLOC_TEST_FRAMEWORK_ ::anomalloc::test::Catch2
#include "anomalloc/test/check-and-require.h"

#endif // ANOMALLOC_TEST_CATCH2_H

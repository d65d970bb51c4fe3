//===- assert.h - limits on allocations without a framework -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   assert_allocations(0) { s.step(); }
/// \endcode
/// A broken limit is reported on standard error and aborts the program, also
/// under NDEBUG. A limit that cannot be measured is reported, and passes.
/// docs/testing.md says how to have it fail, and the rest.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TEST_ASSERT_H
#define ANOMALLOC_TEST_ASSERT_H

#include "anomalloc/test/check.h"
#include <cstdio>
#include <cstdlib>

namespace anomalloc {
namespace test {

struct PlainAssert {
  static constexpr bool ReturnsFromTest = false;

  static void fail(const Place &Where, const std::string &Text, bool) {
    tell(Where, Text);
    std::abort();
  }
  static void skip(const Place &Where, const std::string &Text, bool) {
    tell(Where, Text);
  }
  static void pass(const Place &) {}

private:
  static void tell(const Place &Where, const std::string &Text) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%d: %s\n", Where.File, Where.Line, Text.c_str());
  }
};

} // namespace test
} // namespace anomalloc

#define ANOMALLOC_ASSERT_PLAIN_(...)                                           \
  ANOMALLOC_TEST_BRACES_(ANOMALLOC_TEST_NAME_(__VA_ARGS__),                    \
                         ::anomalloc::test::PlainAssert, __VA_ARGS__)

#define assert_allocations(...)                                                \
  ANOMALLOC_ASSERT_PLAIN_("assert_allocations", Allocations, Exactly,          \
                          __VA_ARGS__)
#define assert_allocations_at_most(...)                                        \
  ANOMALLOC_ASSERT_PLAIN_("assert_allocations_at_most", Allocations, AtMost,   \
                          __VA_ARGS__)
#define assert_allocated_bytes(...)                                            \
  ANOMALLOC_ASSERT_PLAIN_("assert_allocated_bytes", AllocatedBytes, Exactly,   \
                          __VA_ARGS__)
#define assert_allocated_bytes_at_most(...)                                    \
  ANOMALLOC_ASSERT_PLAIN_("assert_allocated_bytes_at_most", AllocatedBytes,    \
                          AtMost, __VA_ARGS__)
#define assert_peak_bytes(...)                                                 \
  ANOMALLOC_ASSERT_PLAIN_("assert_peak_bytes", PeakBytes, Exactly, __VA_ARGS__)
#define assert_peak_bytes_at_most(...)                                         \
  ANOMALLOC_ASSERT_PLAIN_("assert_peak_bytes_at_most", PeakBytes, AtMost,      \
                          __VA_ARGS__)
#define assert_leaked_blocks(...)                                              \
  ANOMALLOC_ASSERT_PLAIN_("assert_leaked_blocks", LeakedBlocks, Exactly,       \
                          __VA_ARGS__)
#define assert_leaked_blocks_at_most(...)                                      \
  ANOMALLOC_ASSERT_PLAIN_("assert_leaked_blocks_at_most", LeakedBlocks,        \
                          AtMost, __VA_ARGS__)
#define assert_leaked_bytes(...)                                               \
  ANOMALLOC_ASSERT_PLAIN_("assert_leaked_bytes", LeakedBytes, Exactly,         \
                          __VA_ARGS__)
#define assert_leaked_bytes_at_most(...)                                       \
  ANOMALLOC_ASSERT_PLAIN_("assert_leaked_bytes_at_most", LeakedBytes, AtMost,  \
                          __VA_ARGS__)
#endif // ANOMALLOC_TEST_ASSERT_H

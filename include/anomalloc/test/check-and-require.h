//===- check-and-require.h - CHECK_ and REQUIRE_ for limits -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The macros of frameworks in which CHECK goes on and REQUIRE ends the test.
/// ANOMALLOC_TEST_FRAMEWORK_ names the framework's class. It is a template
/// whose argument tells whether the limit is one of REQUIRE_.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TEST_CHECK_AND_REQUIRE_H
#define ANOMALLOC_TEST_CHECK_AND_REQUIRE_H

#include "anomalloc/test/check.h"

#ifndef ANOMALLOC_TEST_FRAMEWORK_
#error "include <anomalloc/test/catch2.h> or <anomalloc/test/doctest.h>"
#endif

#define ANOMALLOC_CHECK_(...)                                                  \
  ANOMALLOC_TEST_BRACES_(ANOMALLOC_TEST_NAME_(__VA_ARGS__),                    \
                         ANOMALLOC_TEST_FRAMEWORK_<false>, __VA_ARGS__)
#define ANOMALLOC_REQUIRE_(...)                                                \
  ANOMALLOC_TEST_BRACES_(ANOMALLOC_TEST_NAME_(__VA_ARGS__),                    \
                         ANOMALLOC_TEST_FRAMEWORK_<true>, __VA_ARGS__)

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

#endif // ANOMALLOC_TEST_CHECK_AND_REQUIRE_H

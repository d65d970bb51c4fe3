// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -g %s -o %t/test %rt_flags
// RUN: not %t/test | FileCheck %s
// RUN: %t/test "A limit that holds" | FileCheck %s --check-prefix=HOLDS
// HOLDS: All tests passed (2 assertions in 1 test case)
// RUN: not %t/test "An exception" | FileCheck %s --check-prefix=EXCEPTION
// EXCEPTION: CHECK_ALLOCATIONS(0): {{[1-9][0-9]*}} allocation
// EXCEPTION-NEXT: an exception left the braces
// EXCEPTION: due to unexpected exception with message:
// EXCEPTION-NEXT: not caught
// RUN: not %t/test "A return" | FileCheck %s --check-prefix=RETURN
// RETURN: REQUIRE_ALLOCATIONS(0): 1 allocation, not 0
// RETURN: 1 | 1 failed

// Without the runtime, Catch2 before 3.3 warns.
// RUN: %clangxx -std=c++17 -g -I %include %s -o %t/without
// RUN: %t/without "A limit that holds" | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: CHECK_ALLOCATIONS(0): not measured: the program runs without
// RUN: not env ANOMALLOC_TESTS=required %t/without "A limit that holds" | FileCheck %s --check-prefix=REQUIRED
// REQUIRED: FAILED
// REQUIRED: CHECK_ALLOCATIONS(0): not measured

#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include <anomalloc/test.h>
#include <cstdlib>
#include <stdexcept>

static void make() {
  void *volatile Block = malloc(12);
  free(Block);
}

TEST_CASE("A limit that holds") {
  CHECK_ALLOCATIONS(0) {}
  REQUIRE_ALLOCATIONS_AT_MOST(2) { make(); }
}

// CHECK: CHECK goes on
// CHECK: catch2-cases-limit-allocations.cpp:[[@LINE+8]]: FAILED:
// CHECK: CHECK_ALLOCATED_BYTES(0): 12 bytes allocated, not 0, in this thread
// CHECK: 12 bytes allocated, from
// CHECK-NEXT: make at
// CHECK: catch2-cases-limit-allocations.cpp:[[@LINE+7]]: FAILED:
// CHECK: REQUIRE_ALLOCATIONS(1): 0 allocations, not 1
// CHECK-NOT: Not reached
static void test() {
  CHECK_ALLOCATED_BYTES(0) {
    make();
  }
  REQUIRE_ALLOCATIONS(1) {}
  FAIL("Not reached");
}
TEST_CASE("CHECK goes on, REQUIRE ends") { test(); }

TEST_CASE("An exception") {
  CHECK_ALLOCATIONS(0) {
    make();
    throw std::runtime_error("not caught");
  }
}

TEST_CASE("A return") {
  REQUIRE_ALLOCATIONS(0) {
    make();
    return;
  }
}

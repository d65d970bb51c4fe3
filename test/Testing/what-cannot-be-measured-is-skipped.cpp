// Without the runtime, and with another allocator before it, a test is no success:
// it is skipped, and says why. ANOMALLOC_TESTS=required has it fail. Other
// assertions count all the same.

// REQUIRES: asan
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -I %include %s -o %t/without -lgtest -lgtest_main
// RUN: not %t/without | FileCheck %s --check-prefixes=CHECK,WITHOUT
// RUN: not env ANOMALLOC_TESTS=required %t/without | FileCheck %s --check-prefix=REQUIRED
// RUN: %clangxx -std=c++17 -fsanitize=address %s -o %t/asan %rt_flags -lgtest -lgtest_main
// RUN: not %t/asan | FileCheck %s --check-prefixes=CHECK,ASAN
// Preloaded, the runtime is there.
// RUN: not env LD_PRELOAD=%rt_so %t/without | FileCheck %s --check-prefix=PRELOADED

// CHECK: cannot-be-measured-is-skipped.cpp:[[# @LINE + 17]]: Skipped
// WITHOUT-NEXT: EXPECT_ALLOCATIONS(0): not measured: the program runs without Anomalloc's runtime. Link with it (CMake: Anomalloc::test;
// ASAN-NEXT: EXPECT_ALLOCATIONS(0): not measured: the sanitizer's allocator stands before Anomalloc's runtime. Measure in a build without the sanitizer
// CHECK: [  SKIPPED ] Limit.Holds
// CHECK: [  FAILED  ] Limit.AndAnAssertion
// REQUIRED: Failure
// REQUIRED-NEXT: EXPECT_ALLOCATIONS(0): not measured
// REQUIRED: [  FAILED  ] Limit.Holds
// PRELOADED: [       OK ] Limit.Holds
// PRELOADED: EXPECT_ALLOCATIONS(0): 1 allocation

#include <anomalloc/test/gtest.h>
#include <cstdlib>

static bool Ran;

TEST(Limit, Holds) {
  EXPECT_ALLOCATIONS(0) { Ran = true; }
  EXPECT_TRUE(Ran);
}

TEST(Limit, AndAnAssertion) {
  EXPECT_ALLOCATIONS(0) {
    void *volatile Block = malloc(1);
    free(Block);
  }
  EXPECT_TRUE(!Ran);
}

// Up to the function that measures; those first that have most of what is limited.

// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -O1 -g %s -o %t/plain %rt_flags -lgtest -lgtest_main
// RUN: not %t/plain | FileCheck %s
// RUN: %anomalloc c++ -std=c++17 -O1 -g -I %include %s -o %t/instrumented -lgtest -lgtest_main
// RUN: not %t/instrumented | FileCheck %s
// RUN: g++ -std=c++17 -O1 -g %s -o %t/gcc %rt_flags -lgtest -lgtest_main
// RUN: not %t/gcc | FileCheck %s

// Without the command that knows lines, there are functions.
// RUN: mkdir %t/alone && cp %rt_so %t/alone/libanomalloc_rt.so
// RUN: %clangxx -std=c++17 -O1 -g %s -o %t/moved -I %include -L %t/alone -lanomalloc_rt -Wl,-rpath,%t/alone -lgtest -lgtest_main
// RUN: not env PATH=/nowhere %t/moved | FileCheck %s --check-prefix=ALONE
// ALONE: 4 allocations, from
// ALONE-NEXT: in {{.*}}moved at 0x
// ALONE: for lines: compile with -g, and have 'anomalloc' in PATH

#include <anomalloc/test/gtest.h>
#include <cstdlib>
#include <vector>

static void *Blocks[8];

__attribute__((noinline)) static void *make(int Size) {
  void *Block = malloc(Size);
  __asm__ volatile("" : "+r"(Block)); // No call in tail position.
  return Block;
}
__attribute__((noinline)) static void first() {
  for (int I = 0; I != 4; ++I)
    Blocks[I] = make(8);
  __asm__ volatile("");
}
__attribute__((noinline)) static void second() {
  Blocks[4] = make(1000);
  __asm__ volatile("");
}
static void freeAll() {
  for (void *&Block : Blocks) {
    free(Block);
    Block = nullptr;
  }
}

// CHECK: EXPECT_ALLOCATIONS(0): 5 allocations, not 0, in this thread
// CHECK-NEXT: in all: 5 allocations of 1032 bytes; 1032 bytes at once; 5 blocks left, of 1032 bytes
// CHECK-NEXT: 4 allocations, from
// CHECK-NEXT:   make at {{.*}}lines.cpp:[[@LINE-23]]
// CHECK-NEXT:   first at {{.*}}lines.cpp:[[@LINE-18]]
// CHECK-NEXT:   Stacks_OfCounts_Test::TestBody at {{.*}}lines.cpp:[[@LINE+9]]
// CHECK-NEXT: 1 allocation, from
// CHECK-NEXT:   make at {{.*}}lines.cpp:[[@LINE-27]]
// CHECK-NEXT:   second at {{.*}}lines.cpp:[[@LINE-18]]
// CHECK-NEXT:   Stacks_OfCounts_Test::TestBody at {{.*}}lines.cpp:[[@LINE+6]]
// CHECK-NOT: {{^ }}
// CHECK: FAILED
TEST(Stacks, OfCounts) {
  EXPECT_ALLOCATIONS(0) {
    first();
    second();
  }
  freeAll();
}

// Bytes: another order.
// CHECK: EXPECT_PEAK_BYTES_AT_MOST(500): 1024 bytes at once, not at most 500, in this thread
// CHECK-NEXT: in all:
// CHECK-NEXT: 1000 bytes at once, from
// CHECK-NEXT:   make
// CHECK-NEXT:   second
// CHECK-NEXT:   Stacks_OfThePeak
// CHECK-NEXT: 24 bytes at once, from
TEST(Stacks, OfThePeak) {
  EXPECT_PEAK_BYTES_AT_MOST(500) {
    first();
    free(Blocks[0]);
    Blocks[0] = nullptr;
    second();
    freeAll();
    first();
  }
  freeAll();
}

// What the C++ library does within its own functions says nothing to anybody.
// CHECK: EXPECT_ALLOCATED_BYTES(0): 400 bytes allocated
// CHECK-NEXT: in all:
// CHECK-NEXT: 400 bytes allocated, from
// CHECK-NEXT:   {{^ *}}std::vector<int, std::allocator<int>>::
TEST(Stacks, BeginWithTheContainer) {
  EXPECT_ALLOCATED_BYTES(0) {
    std::vector<int> Numbers(100);
    __asm__ volatile("" : : "r"(Numbers.data()) : "memory");
  }
}

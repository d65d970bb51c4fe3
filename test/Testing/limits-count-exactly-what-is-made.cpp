// Each way to make a block is one, with the size that was asked for; in programs
// with the pass and without, of clang and gcc.

// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -O2 %s -o %t/plain %rt_flags -lgtest -lgtest_main
// RUN: %t/plain | FileCheck %s
// RUN: %clangxx -std=c++17 -O0 %s -o %t/slow %rt_flags -lgtest -lgtest_main
// RUN: %t/slow | FileCheck %s
// RUN: %anomalloc c++ -std=c++17 -O2 -g -I %include %s -o %t/instrumented -lgtest -lgtest_main
// RUN: %t/instrumented | FileCheck %s
// RUN: g++ -std=c++17 -O2 %s -o %t/gcc %rt_flags -lgtest -lgtest_main
// RUN: %t/gcc | FileCheck %s
// RUN: %clangxx -std=c++17 -O2 %s -o %t/static -lgtest -lgtest_main %rt_static_flags
// RUN: %t/static | FileCheck %s
// In all modes of a profile, too.
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+stacks+trace:output=%t/all %t/instrumented | FileCheck %s
// RUN: env ANOMALLOC_OPTIONS=mode=stacks:output=%t/stacks %t/plain | FileCheck %s

// CHECK: [  PASSED  ] 9 tests.

#include <anomalloc/test/gtest.h>
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

static void *volatile Kept;
static void use(void *Block) { Kept = Block; }

TEST(Counts, EachFunctionOfC) {
  EXPECT_ALLOCATED_BYTES(100 + 12 * 10 + 200 + 300 + 64 + 128 + 256)
  EXPECT_ALLOCATIONS(7) EXPECT_LEAKED_BLOCKS(0) {
    void *M = malloc(100);
    use(M);
    void *C = calloc(12, 10);
    use(C);
    M = realloc(M, 200);
    use(M);
    M = reallocarray(M, 3, 100);
    use(M);
    void *A = aligned_alloc(64, 64);
    use(A);
    void *P = nullptr;
    if (posix_memalign(&P, 64, 128))
      abort();
    void *L = memalign(32, 256);
    use(L);
    free(M);
    free(C);
    free(A);
    free(P);
    free(L);
  }
}

TEST(Counts, EachOperatorNew) {
  struct alignas(64) Wide {
    char Of[64];
  };
  EXPECT_ALLOCATIONS(6) EXPECT_ALLOCATED_BYTES(8 + 80 + 8 + 80 + 64 + 128)
  EXPECT_LEAKED_BYTES(0) {
    auto *One = new double;
    use(One);
    auto *Ten = new double[10];
    use(Ten);
    auto *OneMore = new (std::nothrow) double;
    use(OneMore);
    auto *TenMore = new (std::nothrow) double[10];
    use(TenMore);
    auto *OneWide = new Wide;
    use(OneWide);
    auto *TwoWide = new Wide[2];
    use(TwoWide);
    delete One;
    delete[] Ten;
    delete OneMore;
    delete[] TenMore;
    delete OneWide;
    delete[] TwoWide;
  }
}

TEST(Counts, WhatFailsIsNone) {
  volatile size_t TooMuch = ~size_t(0) / 2;
  EXPECT_ALLOCATIONS(0) {
    use(malloc(TooMuch));
    use(calloc(TooMuch, 2));
  }
  void *Block = malloc(10);
  EXPECT_ALLOCATIONS(0) EXPECT_LEAKED_BLOCKS(0) {
    use(realloc(Block, TooMuch));
  }
  free(Block);
}

TEST(Counts, BlocksOfNoSize) {
  EXPECT_ALLOCATIONS(2) EXPECT_ALLOCATED_BYTES(0) EXPECT_LEAKED_BLOCKS(1) {
    use(malloc(0));
    free(Kept);
    use(malloc(0));
  }
  free(Kept);
}

TEST(Peak, IsOfWhatIsMadeInTheBraces) {
  void *Before = malloc(5000);
  use(Before);
  EXPECT_PEAK_BYTES(300) EXPECT_LEAKED_BYTES(50) {
    free(Before);
    void *A = malloc(100);
    use(A);
    void *B = malloc(200);
    use(B);
    free(A);
    free(B);
    use(malloc(50));
  }
  free(Kept);
}

TEST(Peak, ABlockThatMovesIsThereOnce) {
  EXPECT_PEAK_BYTES(1000) {
    void *Block = malloc(600);
    use(Block);
    Block = realloc(Block, 1000);
    use(Block);
    free(Block);
  }
}

TEST(Leaks, BlocksThatAnotherThreadFreesAreNone) {
  std::atomic<void *> Block{nullptr};
  std::thread Other([&Block] {
    while (!Block)
      std::this_thread::yield();
    free(Block.exchange(nullptr));
  });
  EXPECT_LEAKED_BLOCKS(0) EXPECT_LEAKED_BYTES(0, anomalloc::WholeProcess) {
    Block = malloc(77);
    while (Block)
      std::this_thread::yield();
    Other.join();
  }
}

TEST(Nested, EachHasItsOwn) {
  EXPECT_ALLOCATIONS(3) {
    use(malloc(1));
    EXPECT_ALLOCATIONS(1) EXPECT_LEAKED_BLOCKS(1) {
      free(Kept);
      use(malloc(2));
    }
    EXPECT_ALLOCATIONS(0) EXPECT_PEAK_BYTES(0) { free(Kept); }
    use(malloc(3));
    free(Kept);
  }
}

TEST(AtMost, IsMetByLess) {
  EXPECT_ALLOCATIONS_AT_MOST(2) EXPECT_ALLOCATED_BYTES_AT_MOST(40)
  EXPECT_PEAK_BYTES_AT_MOST(40) EXPECT_LEAKED_BLOCKS_AT_MOST(1)
  EXPECT_LEAKED_BYTES_AT_MOST(16) {
    delete new std::string(1, 'x');
  }
  if (true)
    EXPECT_ALLOCATIONS_AT_MOST(1) free(malloc(1));
  else
    FAIL();
}

// By return, break, an exception, or an assertion that ends the test: the limit is
// compared all the same, once, and nothing terminates the program.

// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -O1 -g %s -o %t/test %rt_flags -lgtest -lgtest_main
// RUN: not %t/test > %t/out
// RUN: FileCheck %s --implicit-check-not=": Failure" < %t/out
// RUN: not %t/test --gtest_filter=Early.ByException --gtest_throw_on_failure > %t/throwing 2>&1
// RUN: FileCheck %s --check-prefix=THROWING --implicit-check-not=terminate < %t/throwing
// THROWING: EXPECT_ALLOCATIONS(0): {{[0-9]+}} allocations

#include <anomalloc/test/gtest.h>
#include <csetjmp>
#include <cstdlib>
#include <stdexcept>

static void leave(int How, int &Rounds) {
  for (Rounds = 0; Rounds != 3; ++Rounds)
    EXPECT_ALLOCATIONS(0) {
      void *volatile Block = malloc(10);
      free(Block);
      if (How == 0)
        return;
      if (How == 1)
        break;
      if (How == 2)
        throw std::runtime_error("left");
      if (How == 3)
        ASSERT_EQ(1, 2);
    }
}

// CHECK: [ RUN      ] Early.ByReturn
// CHECK: [[@LINE-15]]: Failure
// CHECK-NEXT: EXPECT_ALLOCATIONS(0): 1 allocation, not 0, in this thread
// CHECK-NEXT: the braces were left before their end
TEST(Early, ByReturn) {
  int Rounds;
  leave(0, Rounds);
  EXPECT_EQ(Rounds, 0);
}

// `break` leaves the braces, not the loop around them.
// CHECK: [ RUN      ] Early.ByBreak
// CHECK-COUNT-3: braces-left-early-are-checked-once.cpp:{{[0-9]+}}: Failure
TEST(Early, ByBreak) {
  int Rounds;
  leave(1, Rounds);
  EXPECT_EQ(Rounds, 3);
}

// CHECK: [ RUN      ] Early.ByException
// CHECK: Failure
// CHECK-NEXT: EXPECT_ALLOCATIONS(0): {{[0-9]+}} allocations, not 0, in this thread
// CHECK-NEXT: an exception left the braces; its own memory counts, too
TEST(Early, ByException) {
  int Rounds;
  EXPECT_THROW(leave(2, Rounds), std::runtime_error);
}

// CHECK: [ RUN      ] Early.ByAssertion
// CHECK: Failure
// CHECK-NEXT: Expected equality of these values
// CHECK: Failure
// CHECK-NEXT: EXPECT_ALLOCATIONS(0): {{[0-9]+}} allocations, not 0
TEST(Early, ByAssertion) {
  int Rounds;
  leave(3, Rounds);
}

static bool GoesOn;
static void assertNone() {
  ASSERT_ALLOCATIONS(0) {
    void *volatile Block = malloc(10);
    free(Block);
  }
  GoesOn = true;
}

// CHECK: [ RUN      ] Ends.TheFunction
// CHECK: Failure
// CHECK-NEXT: ASSERT_ALLOCATIONS(0): 1 allocation, not 0
TEST(Ends, TheFunction) {
  assertNone();
  EXPECT_TRUE(HasFatalFailure());
  ASSERT_FALSE(GoesOn);
}

// An exception that leaves the test ends it; what the limit says comes first.
// CHECK: [ RUN      ] Ends.ByException
// CHECK: Failure
// CHECK-NEXT: EXPECT_LEAKED_BLOCKS(0): {{[0-9]+}} blocks left
// CHECK: unknown file: Failure
// CHECK-NEXT: C++ exception with description "not caught" thrown in the test body.
TEST(Ends, ByException) {
  void *volatile Block;
  EXPECT_LEAKED_BLOCKS(0) {
    Block = malloc(3);
    throw std::runtime_error("not caught");
  }
  free(Block);
}

// A limit that holds is no failure, however the braces are left.
// CHECK: [ RUN      ] Holds.ByReturn
// CHECK-NEXT: [       OK ]
TEST(Holds, ByReturn) {
  EXPECT_ALLOCATIONS(0) { return; }
}

// Whoever leaves by longjmp, has no limit compared, and disturbs no other one.
// CHECK: [ RUN      ] Holds.AroundALongjmp
// CHECK-NEXT: [       OK ]
TEST(Holds, AroundALongjmp) {
  void *volatile Block = nullptr;
  EXPECT_ALLOCATIONS(2) {
    jmp_buf Back;
    if (!setjmp(Back)) {
      EXPECT_ALLOCATIONS(0) {
        Block = malloc(3);
        longjmp(Back, 1);
      }
    }
    free(Block);
    Block = malloc(4);
  }
  free(Block);
  EXPECT_ALLOCATIONS(0) {}
}

// A child of fork measures what it begins itself; its parent is not disturbed.

// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -O1 -g %s -o %t/test %rt_flags -lgtest -lgtest_main
// RUN: %t/test --gtest_death_test_style=fast > %t/fast
// RUN: FileCheck %s < %t/fast
// RUN: %t/test --gtest_death_test_style=threadsafe > %t/threadsafe
// RUN: FileCheck %s < %t/threadsafe
// RUN: %anomalloc c++ -std=c++17 -O1 -g -I %include %s -o %t/instrumented -lgtest -lgtest_main
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=%t/%%p.anomalloc %t/instrumented --gtest_death_test_style=fast > %t/recorded
// RUN: FileCheck %s < %t/recorded

// CHECK: [  PASSED  ] 4 tests.

#include <anomalloc/test/gtest.h>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static void makeAndFree(int Blocks) {
  for (int I = 0; I != Blocks; ++I) {
    void *volatile Block = malloc(30);
    free(Block);
  }
}

/// What the child found goes to its death's message.
static void measureAndDie(int Blocks) {
  anomalloc_measurement M = {};
  M.version = ANOMALLOC_MEASUREMENT_VERSION;
  int Status = anomalloc_measurement_begin(&M);
  makeAndFree(Blocks);
  Status |= anomalloc_measurement_stop(&M);
  fprintf(stderr, "status %d, %d blocks\n", Status, int(M.allocations));
  abort();
}

TEST(DeathTest, MeasuresInside) {
  EXPECT_DEATH(measureAndDie(7), "status 0, 7 blocks");
}

TEST(DeathTest, MeasuresInsideOfBraces) {
  EXPECT_LEAKED_BYTES_AT_MOST(1 << 20) {
    EXPECT_DEATH(measureAndDie(7), "status 0, 7 blocks");
  }
}

TEST(Fork, LeavesTheParentItsCount) {
  EXPECT_ALLOCATIONS(5) {
    makeAndFree(2);
    pid_t Child = fork();
    if (!Child) {
      makeAndFree(100);
      _exit(0);
    }
    waitpid(Child, nullptr, 0);
    makeAndFree(3);
  }
}

TEST(Fork, LeavesTheChildNoneOfItsParents) {
  anomalloc_measurement M = {};
  M.version = ANOMALLOC_MEASUREMENT_VERSION;
  ASSERT_EQ(anomalloc_measurement_begin(&M), ANOMALLOC_MEASURED);
  pid_t Child = fork();
  if (!Child)
    _exit(anomalloc_measurement_stop(&M));
  int Status;
  waitpid(Child, &Status, 0);
  EXPECT_EQ(WEXITSTATUS(Status), ANOMALLOC_NOT_RUNNING);
  EXPECT_EQ(anomalloc_measurement_stop(&M), ANOMALLOC_MEASURED);
  anomalloc_measurement_end(&M);
}

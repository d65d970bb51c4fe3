#include "solver.h"
#include <anomalloc/test/gtest.h>

TEST(Solver, StepsWithoutAllocating) {
  Solver solver(1000);
  EXPECT_ALLOCATIONS(0) {
    for (int i = 0; i < 10; ++i)
      solver.step();
  }
  EXPECT_GT(solver.middle(), 0);
}

TEST(Solver, KeepsTwoVectors) {
  ASSERT_PEAK_BYTES_AT_MOST(2 * 1000 * sizeof(double)) ASSERT_LEAKED_BLOCKS(0) {
    Solver solver(1000);
    solver.step();
  }
}

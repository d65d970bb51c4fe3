#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "solver.h"
#include <anomalloc/test/doctest.h>

TEST_CASE("a step does not allocate") {
  Solver solver(1000);
  CHECK_ALLOCATIONS(0) { solver.step(); }
  CHECK(solver.middle() > 0);
}

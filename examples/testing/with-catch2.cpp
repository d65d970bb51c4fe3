#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp> // Catch2 3, which has its own main()
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif

#include "solver.h"
#include <anomalloc/test/catch2.h>

TEST_CASE("a step does not allocate") {
  Solver solver(1000);
  CHECK_ALLOCATIONS(0) { solver.step(); }
  CHECK(solver.middle() > 0);
}

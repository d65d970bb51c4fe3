#include "solver.h"
#include <anomalloc/test/assert.h>

int main() {
  Solver solver(1000);
  assert_allocations(0) { solver.step(); }
  return solver.middle() > 0 ? 0 : 1;
}

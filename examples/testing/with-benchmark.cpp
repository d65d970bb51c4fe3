#include "solver.h"
#include <anomalloc/test/benchmark.h>

static void step(benchmark::State &state) {
  Solver solver(1000);
  for (auto _ : state)
    solver.step();
}
BENCHMARK(step);

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  anomalloc::test::reportAllocations();
  benchmark::RunSpecifiedBenchmarks();
}

// google/benchmark makes a few blocks of its own in the run that counts: the test
// has them for nothing by many blocks.

// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -O1 -Wall -Wextra -Werror %s -o %t/bench %rt_flags -lbenchmark
// RUN: %t/bench --benchmark_min_time=0.01 --benchmark_format=json > %t/out
// RUN: FileCheck %s < %t/out
// CHECK: "name": "makeThree"
// CHECK: "allocs_per_iter": 3.0000{{[0-9]*}}e+03,
// CHECK: "max_bytes_used": 30{{[0-9][0-9][0-9]}}
// RUN: %clangxx -std=c++17 -O1 -I %include %s -o %t/without -lbenchmark
// RUN: %t/without --benchmark_min_time=0.01 --benchmark_format=json > %t/without.out 2>&1
// RUN: FileCheck %s --check-prefix=WITHOUT --implicit-check-not=allocs_per_iter < %t/without.out
// WITHOUT: not measured: the program runs without
// WITHOUT: "anomalloc": "allocations: not measured: the program runs without
// WITHOUT: "name": "makeThree"

#include <anomalloc/test/benchmark.h>
#include <cstdlib>

static void makeThree(benchmark::State &State) {
  void *Blocks[3000];
  for (auto _ : State) {
    for (void *&Block : Blocks)
      benchmark::DoNotOptimize(Block = malloc(10));
    for (void *Block : Blocks)
      free(Block);
  }
}
BENCHMARK(makeThree);

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  anomalloc::test::reportAllocations();
  benchmark::RunSpecifiedBenchmarks();
}

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O2 -g %openmp %s -o %t/prog
// RUN: env OMP_NUM_THREADS=4 MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %same_counts %t/witness %t/profile | FileCheck %s
// RUN: %anomalloc report --json %t/profile | %python %S/Inputs/size_by_section.py 1000 | FileCheck %s --check-prefix=PHASE
// CHECK: equal:
// PHASE: local 4000

#include <anomalloc/anomalloc.h>
#include <cstdlib>

int main() {
  anomalloc::Phase Local("local");
#pragma omp parallel for
  for (int I = 0; I < 4000; ++I) {
    void *volatile Block = std::malloc(1000);
    std::free(Block);
  }
}

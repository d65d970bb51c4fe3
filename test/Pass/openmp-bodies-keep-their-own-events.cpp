// REQUIRES: openmp
// RUN: %clangxx -O2 -g %openmp %plugin %s %stub -o %t && env OMP_NUM_THREADS=1 %t 2>&1 | FileCheck %s
// RUN: %clangxx -O0 %openmp %plugin %s %stub -o %t && env OMP_NUM_THREADS=1 %t 2>&1 | FileCheck %s
// The 5000 dark events of the body are not the fork's; some dozens are.
// CHECK: slot {{[0-9]+}}: 70{{$}}
// CHECK: via slot 0: {{[0-9]?[0-9]?[0-9]$}}

#include <cstdlib>

static void *volatile Sink;

int main() {
  void *(*volatile Dark)(size_t) = malloc;
#pragma omp parallel
  {
    for (int I = 0; I < 5000; ++I)
      Sink = Dark(10);
    for (volatile int I = 0; I < 70; I = I + 1)
      Sink = malloc(24);
  }
}

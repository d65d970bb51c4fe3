// GCC's runtime of OpenMP takes the host for a device. Its routine is seen whoever built the
// program; what it takes from the heap is the heap's, as ever.

// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t
// RUN: gcc -O2 -g -fopenmp %s -o %t/prog
// RUN: %anomalloc record --quiet --output=%t/profile %t/prog
// RUN: %anomalloc report --only=spaces,findings %t/profile | FileCheck %s
// CHECK: What to change
// CHECK: d1 main @ {{.*}}devices.c:[[#@LINE+10]] <- omp_target_alloc
// CHECK: Memory spaces
// CHECK: device {{ *}}31 {{ *}}3.100 KiB {{ *}}0 {{ *}}274 B

#include <omp.h>

int main(void) {
  int Device = omp_get_initial_device();
  void *Before = omp_target_alloc(100, Device);
  for (int I = 0; I != 30; ++I) {
    void *Block = omp_target_alloc(100 + (I == 29) * 74, Device);
    if (!Block)
      return 1;
    omp_target_free(Block, Device);
  }
  omp_target_free(Before, Device);
  return 0;
}

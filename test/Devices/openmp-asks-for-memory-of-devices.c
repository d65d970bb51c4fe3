// GCC's runtime of OpenMP takes the host for a device. Its routine is seen whoever built the
// program; what it takes from the heap is the heap's, as ever, and of the program's line.

// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t
// RUN: gcc -O2 -g -fopenmp %s -o %t/prog
// RUN: %anomalloc record --quiet --output=%t/profile %t/prog
// RUN: %anomalloc report --only=spaces,findings %t/profile | FileCheck %s
// CHECK: What to change
// CHECK-NEXT: the allocator's own
// CHECK-NEXT: 1 {{.*}} main @ {{.*}}devices.c:[[#@LINE+13]] <- omp_target_alloc
// CHECK-NEXT: 130 allocations
// CHECK: d1 main @ {{.*}}devices.c:[[#@LINE+11]] <- omp_target_alloc
// CHECK-NEXT: 130 allocations
// CHECK: Memory spaces
// CHECK: device {{ *}}131 {{ *}}12.87 KiB {{ *}}0 {{ *}}274 B

#include <omp.h>

int main(void) {
  int Device = omp_get_initial_device();
  void *Before = omp_target_alloc(100, Device);
  for (int I = 0; I != 130; ++I) {
    void *Block = omp_target_alloc(100 + (I == 129) * 74, Device);
    if (!Block)
      return 1;
    omp_target_free(Block, Device);
  }
  omp_target_free(Before, Device);
  return 0;
}

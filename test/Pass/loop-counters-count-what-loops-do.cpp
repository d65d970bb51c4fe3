// Executed: entries and iterations agree with what the program did, on the inline
// way and on the slow one.
// RUN: %clangxx -O1 -g -fno-unroll-loops %plugin %s %stub -o %t
// RUN: %dump_site_table %t | grep "^loop" | FileCheck %s --check-prefix=TABLE
// RUN: %t 2>&1 | FileCheck %s
// RUN: env STUB_SLOW=1 %t 2>&1 | FileCheck %s --check-prefix=SLOW
// TABLE: loop _Z4workii {{.*}} parent - trip 0 entries 1 iterations -
// TABLE: loop _Z4workii {{.*}} parent 0 trip 0 entries 2 iterations 3
// Three calls of 5 x (2, 3, 4) allocations.
// CHECK: slot 0: 45
// CHECK: slot 1: 3
// CHECK: slot 2: 15
// CHECK: slot 3: 45
// SLOW: slot 1 added 3
// SLOW: slot 2 added 15
// SLOW: slot 3 added 45

#include <cstdlib>

static void *volatile Sink;

__attribute__((noinline)) void work(int N, int M) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < M; ++J)
      Sink = malloc(24);
}

int main() {
  work(5, 2);
  work(5, 3);
  work(5, 4);
}

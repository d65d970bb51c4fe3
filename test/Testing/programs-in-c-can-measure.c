// The header without C++; and what is wrong is a status, in and without the runtime.

// RUN: rm -rf %t && mkdir %t
// RUN: %clang -std=c99 -Wall -Wextra -Wpedantic -Werror -D_POSIX_C_SOURCE=200809L %s -o %t/test %rt_flags -lpthread
// RUN: %t/test | FileCheck %s
// CHECK: begin 0, stop 0: 4 blocks of 130 bytes, 2 freed, 2 of 110 left, 110 at once
// CHECK-NEXT: stack of 2 blocks, 20 bytes
// CHECK-NEXT: stack of 2 blocks, 110 bytes
// CHECK-NEXT: version: 3
// CHECK-NEXT: stop again: 5
// CHECK-NEXT: elsewhere: 6
// CHECK-NEXT: inner of an outer that has ended: 5
// RUN: %clang -std=c99 -D_POSIX_C_SOURCE=200809L -I %include %s -o %t/without -lpthread
// RUN: not %t/without | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: begin 1, stop 1: 0 blocks

#include <anomalloc/test/measurement.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *volatile Kept;
__attribute__((noinline)) static void makeAndFree(void) {
  for (int I = 0; I != 2; ++I) {
    Kept = malloc(10);
    free(Kept);
  }
  __asm__ volatile("");
}
__attribute__((noinline)) static void make(void) {
  for (int I = 0; I != 2; ++I)
    Kept = malloc(50 + 10 * I);
  __asm__ volatile("");
}

static void *stopIt(void *M) {
  printf("elsewhere: %d\n", anomalloc_measurement_stop(M));
  return NULL;
}

int main(void) {
  struct anomalloc_measurement M = {ANOMALLOC_MEASUREMENT_VERSION, 0, 0, 0, 0,
                                    0, 0, 0, 0, 0, NULL, 0};
  struct anomalloc_measured_stack Stack;
  int Begun = anomalloc_measurement_begin(&M);
  makeAndFree();
  make();
  int Stopped = anomalloc_measurement_stop(&M);
  printf("begin %d, stop %d: %d blocks of %d bytes, %d freed, %d of %d left, "
         "%d at once\n",
         Begun, Stopped, (int)M.allocations, (int)M.bytes, (int)M.frees,
         (int)M.left_blocks, (int)M.left_bytes, (int)M.peak_bytes);
  if (Begun)
    return 1;
  for (uint64_t I = 0; I != M.stacks; ++I)
    if (!anomalloc_measurement_stack(&M, I, &Stack))
      printf("stack of %d blocks, %d bytes\n", (int)Stack.allocations,
             (int)Stack.bytes);
  anomalloc_measurement_end(&M);

  struct anomalloc_measurement Other = M;
  Other.version = 99;
  printf("version: %d\n", anomalloc_measurement_begin(&Other));
  printf("stop again: %d\n", anomalloc_measurement_stop(&M));

  Other.version = ANOMALLOC_MEASUREMENT_VERSION;
  pthread_t Thread;
  if (anomalloc_measurement_begin(&Other) ||
      pthread_create(&Thread, NULL, stopIt, &Other))
    return 1;
  pthread_join(Thread, NULL);
  if (anomalloc_measurement_begin(&M))
    return 1;
  anomalloc_measurement_end(&Other);
  printf("inner of an outer that has ended: %d\n",
         anomalloc_measurement_stop(&M));
  return 0;
}

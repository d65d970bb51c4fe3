// By default the host's output stays as it is; verbose=1 tells, wherever it
// stands in the list.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 %s -o %t/prog
// RUN: cd %t && env ANOMALLOC_OPTIONS=outptu=x:lanes=many %t/prog 2>&1 | count 0
// RUN: cd %t && env ANOMALLOC_OPTIONS=outptu=x:lanes=many:verbose=1 %t/prog 2>&1 | FileCheck %s
// RUN: cd %t && rm -f *.anomalloc && env ANOMALLOC_OPTIONS=enabled=0 %t/prog && ls %t | FileCheck %s --check-prefix=NONE
// CHECK: anomalloc: unknown option outptu, ignored
// CHECK-NEXT: anomalloc: unreadable value of option lanes, ignored
// NONE-NOT: anomalloc

#include <stdlib.h>

int main(void) {
  void *volatile Block = malloc(1);
  free(Block);
  return 0;
}

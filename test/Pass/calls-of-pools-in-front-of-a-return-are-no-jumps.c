// The result of a function with the attribute malloc is recorded, and it may be a
// maker of another unit besides: where it stands in front of a return, the call is
// no jump any more.

// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{level} = 2
// DEFINE: %{try} = %anomalloc cc -O%{level} -g -DPOOL -c %s -o pool.o && %anomalloc cc -O%{level} -g %s pool.o -o prog && %anomalloc record --quiet --output=profile%{level} ./prog && %anomalloc report --json profile%{level} > json%{level} && FileCheck %s --input-file=json%{level}
// RUN: %{try}
// REDEFINE: %{level} = 1
// RUN: %{try}
// REDEFINE: %{level} = 3
// RUN: %{try}
// REDEFINE: %{level} = s
// RUN: %{try}
// REDEFINE: %{level} = 0
// RUN: %{try}
// Of the pool 100 + 50 + 25, and what it takes from malloc, and the others.
// CHECK: "site_allocations": 250
// CHECK: "pool_allocations": 175

#include <stdlib.h>

__attribute__((malloc, noinline)) void *pool_take(size_t);
__attribute__((noinline)) void *other(size_t);

#ifdef POOL
void *pool_take(size_t Size) { return malloc(Size); }
void *other(size_t Size) { return malloc(Size + 1); }
#else
__attribute__((noinline)) void *jumps(size_t Size) { return pool_take(Size); }
__attribute__((noinline)) void *jumps_or_not(size_t Size) {
  return Size % 2 ? pool_take(Size) : NULL;
}
__attribute__((noinline)) void *either(size_t Size) {
  return Size % 4 ? other(Size) : pool_take(Size);
}
int main(void) {
  for (size_t I = 0; I != 100; ++I) {
    free(jumps(I));
    free(jumps_or_not(I));
    free(either(I));
  }
}
#endif

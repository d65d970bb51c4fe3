// LD_PRELOAD alone: the same tables. The sites of the program are found in its binary,
// and what libraries allocate is dark, named by library.

// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O0 -g %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD="%malloc_counter %rt_so" ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %same_counts %t/witness %t/profile | FileCheck %s
// RUN: env LD_PRELOAD=%rt_so ANOMALLOC_OPTIONS=output=%t/alone %t/prog
// RUN: %anomalloc report --json %t/alone | FileCheck %s --check-prefix=DARK
// CHECK: equal: {{[0-9]+}} allocations, {{[0-9]+}} sizes
// DARK: "site_allocations": 500,
// DARK: "recovered_allocations": 500,
// DARK: "dark_allocations": 1,
// DARK: "function": "bySelf",
// DARK: "callee": "malloc",
// DARK: "known_from": "binary"
// DARK: "loop_depth": 1,
// DARK: "dark": [
// DARK: "library": "{{.*}}/libc.so.6"
// DARK-NEXT: "function": "{{(__)?}}strdup"

#include <stdlib.h>
#include <string.h>

static void bySelf(void) {
  for (int I = 0; I < 500; ++I)
    free(malloc((size_t)(I % 11 + 1)));
}

int main(void) {
  bySelf();
  free(strdup("by the C library"));
  return 0;
}

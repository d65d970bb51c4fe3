// LD_PRELOAD alone: the same tables, everything dark, named by library.

// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O0 -g %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD="%malloc_counter %rt_so" ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %same_counts %t/witness %t/profile | FileCheck %s
// RUN: env LD_PRELOAD=%rt_so ANOMALLOC_OPTIONS=output=%t/alone %t/prog
// RUN: %anomalloc report --json %t/alone | FileCheck %s --check-prefix=DARK
// CHECK: equal: {{[0-9]+}} allocations, {{[0-9]+}} sizes, 0 site
// DARK: "dark": [
// DARK: "library": "{{.*}}/prog"
// DARK-NEXT: "function": "bySelf"
// DARK: "allocations": 500

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

// What -anomalloc-system-paths names is no level of the user's in stacks, nor
// after a merge; the site is that of the first line outside of it.

// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %anomalloc c++ -O1 -g "-I%t" %t/main.cpp -o prog -mllvm "-anomalloc-system-paths=%t/vendor/"
// RUN: %dump_site_table prog | FileCheck %s --check-prefix=TABLE
// RUN: %anomalloc record --quiet --mode=stacks --output=told ./prog
// RUN: %anomalloc stacks --user --size=33 told | FileCheck %s
// RUN: %anomalloc merge -o merged told
// RUN: %anomalloc stacks --user --size=33 merged | FileCheck %s
// RUN: %anomalloc c++ -O1 -g "-I%t" %t/main.cpp -o prog
// RUN: %anomalloc record --quiet --mode=stacks --output=untold ./prog
// RUN: %anomalloc stacks --user --size=33 untold | FileCheck %s --check-prefix=UNTOLD

// TABLE: system {{.*}}/vendor/
// CHECK: [0] main @ {{.*}}main.cpp:4
// UNTOLD: [0] take(int) @ {{.*}}pool.h:2
// UNTOLD-NEXT: [1] main @ {{.*}}main.cpp:4

//--- vendor/pool.h
#include <stdlib.h>
__attribute__((noinline)) inline void *take(int N) { return malloc(N); }

//--- main.cpp
#include "vendor/pool.h"
void *volatile Block;
int main() {
  Block = take(33);
}

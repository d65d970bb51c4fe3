// A broken limit aborts, also under NDEBUG. No C++ exceptions are needed.

// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -g -DNDEBUG -fno-exceptions %s -o %t/test %rt_flags
// RUN: %t/test holds 2>&1 | FileCheck %s --check-prefix=HOLDS
// HOLDS: {{^}}held{{$}}
// RUN: not --crash %t/test broken > %t/broken 2>&1
// RUN: FileCheck %s < %t/broken
// CHECK: plain-programs-limit-allocations.cpp:[[@LINE+29]]: assert_allocations(Limit): 1 allocation, not 0, in this thread
// CHECK: make at
// CHECK-NOT: held
// RUN: not --crash %t/test negative > %t/negative 2>&1
// RUN: FileCheck %s --check-prefix=NEGATIVE < %t/negative
// NEGATIVE: assert_allocations(Limit): a limit is 0 or more; nothing was measured

// RUN: %clangxx -std=c++17 -g -I %include %s -o %t/without
// RUN: %t/without holds 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: assert_allocations(Limit): not measured: the program runs without
// WITHOUT: held
// RUN: env ANOMALLOC_TESTS=required not --crash %t/without holds

// Nobody asked for a profile: there is none.
// RUN: cd %t && ls | FileCheck %s --check-prefix=FILES --implicit-check-not=anomalloc
// FILES: test

#include <anomalloc/test.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__attribute__((noinline)) static void make() {
  void *volatile Block = malloc(12);
  free(Block);
}

int main(int argc, char **argv) {
  int Limit = argc == 2 && !strcmp(argv[1], "negative") ? -1 : 0;
  assert_allocations(Limit) {
    if (argc == 2 && !strcmp(argv[1], "broken"))
      make();
  }
  puts("held");
}

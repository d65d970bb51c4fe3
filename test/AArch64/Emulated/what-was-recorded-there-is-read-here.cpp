// Counts, sections, lifetimes, stacks and sites of a program for AArch64, as this
// machine's anomalloc reads them from its profile and its binary.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %anomalloc c++ -O1 -g -pthread -I %include %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=stacks+lifetime:output=profile ./prog
// RUN: %anomalloc report --no-probe profile | FileCheck %s --check-prefix=REPORT
// RUN: %anomalloc stacks --size=40 profile | FileCheck %s --check-prefix=STACKS
// REPORT: 3 of 3 known sites ran, in 1 instrumented unit; dark allocations were seen; ended in order
// REPORT: 1    100
// REPORT: inner() @ {{.*}}here.cpp:[[#]]:{{.*}} <- malloc
// STACKS: 100 occurrences
// STACKS-NEXT: [0] inner() @ {{.*}}here.cpp:[[#]]
// STACKS-NEXT: [1] outer() @ {{.*}}here.cpp:[[#]]
// STACKS-NEXT: [2] main @ {{.*}}here.cpp:[[#]]

// Built by other means, and found again in its binary.
// RUN: %clangxx -O1 -g -pthread -I %include %s -o %t/other
// RUN: env ANOMALLOC_OPTIONS=mode=stacks:output=dark LD_PRELOAD=%rt_so ./other
// RUN: %anomalloc report --no-probe dark | FileCheck %s --check-prefix=OTHER
// OTHER: 1    100
// OTHER: outer() @ {{.*}}here.cpp:[[#]]{{.*}} <- inner

// Fully static: sites alone.
// RUN: %anomalloc c++ -static -O1 -g -pthread -I %include %s -o %t/static
// RUN: env ANOMALLOC_OPTIONS=output=inside ./static
// RUN: %anomalloc report --no-probe inside | FileCheck %s --check-prefix=STATIC
// STATIC: 1    100
// STATIC: inner() @

// The runtime inside a program that uses shared libraries.
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc c++ -O1 -g -pthread -I %include %s -o %t/part
// RUN: env ANOMALLOC_OPTIONS=output=partly ./part
// RUN: %anomalloc report --no-probe partly | FileCheck %s --check-prefix=STATIC


#include <cstdlib>
#include <thread>

__attribute__((noinline)) static void *inner() { return std::malloc(40); }
__attribute__((noinline)) static char *outer() {
  return static_cast<char *>(inner()) + 1;
}

int main() {
  for (int I = 0; I < 100; ++I)
    std::free(outer() - 1);
  std::thread([] {}).join();
}

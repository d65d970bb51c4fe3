// A block of size 0 costs as much as any other, and holds nothing. Lines whose
// blocks are mostly of other sizes have other anomalies.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o %t/prog
// RUN: %anomalloc record --quiet --output=%t/count %t/prog
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/count > %t/text
// RUN: FileCheck %s --input-file=%t/text
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/lifetime %t/prog
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/lifetime > %t/freed
// RUN: FileCheck %s --input-file=%t/freed
// RUN: grep -c empty-blocks %t/text %t/freed | FileCheck %s --check-prefix=NUMBER
// NUMBER: text:1
// NUMBER: freed:1

#include <cstdlib>

template <typename T> static T *use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
  return Block;
}

__attribute__((noinline)) static double *halo(unsigned Elements) {
  return use(new double[Elements]);
}

__attribute__((noinline)) static void *order(unsigned Elements) {
  return use(std::malloc(Elements * sizeof(int)));
}

__attribute__((noinline)) static char *mostlyFull(unsigned Elements) {
  return use(new char[Elements]);
}

int main(int Argc, char **) {
  const unsigned None = Argc - 1;
  // CHECK: {{^}} {{.*}} main @ {{.*}}told.cpp:[[#@LINE+8]] and 1 more line
  // CHECK-NEXT: 2,000 allocations of 0 and 32 bytes
  // CHECK-NEXT: 1,000 {{.*}}told.cpp:[[#@LINE+6]] <- halo
  // CHECK-NEXT: 1,000 {{.*}}told.cpp:[[#@LINE+6]] <- order
  // CHECK: empty-blocks: 900 of 1,000 blocks have no byte; 1,000 others alike
  // CHECK-NEXT: change: ask for no block where there is nothing to hold
  // CHECK-NEXT: saves {{.*}} and 1,900 allocations{{$}}
  for (unsigned I = 0; I != 1000; ++I) {
    delete[] halo(I % 10 ? None : 4);
    std::free(order(None));
    delete[] mostlyFull(I % 3 ? 5 : None);
  }
}

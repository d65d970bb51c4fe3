// A function that only reads takes its vector by value. The repaired one takes
// a reference.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: {{^}}   1 {{.*}}main @ {{.*}}told.cpp:[[#@LINE+32]] <-
// CHECK: copied-only-read: 1,000 of 1,000 blocks were filled by one copy, freed soon, and only read by code compiled with -anomalloc-access
// CHECK-NEXT: change: read the original, by a const reference, a span or a view
// CHECK-NEXT: may save {{.*}}1,000 allocations, and 1.953 MiB of reads and writes
// REPAIRED: What to change
// REPAIRED-NOT: copied-only-read:

#include <vector>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

#ifdef REPAIRED
using Parameter = const std::vector<int> &;
#else
using Parameter = std::vector<int>;
#endif

__attribute__((noinline)) static long total(Parameter Of) {
  long Sum = 0;
  for (int X : Of)
    Sum += X;
  return Sum;
}

int main() {
  std::vector<int> Numbers;
  for (int I = 0; I < 256; ++I)
    Numbers.push_back(I);
  long Sum = 0;
  for (int I = 0; I < 1000; ++I)
    Sum += total(Numbers);
  use(&Sum);
}

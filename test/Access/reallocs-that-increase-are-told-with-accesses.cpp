// A list of C that asks for more room in each step. The repaired program asks
// once.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: {{^}}   1 {{.*}}fill(unsigned long) @ {{.*}}accesses.cpp:[[#@LINE+18]] <- realloc
// CHECK: growth-by-copying:
// REPAIRED: What to change
// REPAIRED-NOT: growth-by-copying:

#include <cstdlib>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

__attribute__((noinline)) static long fill(std::size_t Number) {
  long *List = nullptr, Sum = 0;
#ifdef REPAIRED
  List = static_cast<long *>(std::malloc(Number * sizeof(long)));
#endif
  for (std::size_t I = 0; I < Number; ++I) {
#ifndef REPAIRED
    List = static_cast<long *>(std::realloc(List, (I + 1) * sizeof(long)));
#endif
    List[I] = long(I);
  }
  use(List);
  for (std::size_t I = 0; I < Number; ++I)
    Sum += List[I];
  std::free(List);
  return Sum;
}

int main() {
  long Sum = 0;
  for (int I = 0; I < 100; ++I)
    Sum += fill(64);
  use(&Sum);
}

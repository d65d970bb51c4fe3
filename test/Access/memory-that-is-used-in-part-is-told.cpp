// Forty buffers of 64 KiB, filled to 1 KiB. The repaired program asks for so
// much.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: m1  main @ {{.*}}told.cpp:[[#@LINE+20]] <-
// CHECK: partly-used: no block is used beyond the first 4,096 of 65,536 bytes; 2,457,600 bytes behind them at the peak were never touched by code compiled with -anomalloc-access
// CHECK-NEXT: change: reserve what is used, or shrink it once it is filled
// CHECK-NEXT: may save 2.344 MiB
// CHECK-NOT: oversized-capacity
// REPAIRED: What to change
// REPAIRED-NOT: partly-used:

#include <vector>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

int main() {
  std::vector<std::vector<int>> Buffers(40);
  for (std::vector<int> &V : Buffers) {
#ifdef REPAIRED
    V.reserve(256);
#else
    V.reserve(16384);
#endif
    for (int I = 0; I < 256; ++I)
      V.push_back(I);
  }
  long Sum = 0;
  for (std::vector<int> &V : Buffers)
    for (int X : V)
      Sum += X;
  use(&Sum);
}

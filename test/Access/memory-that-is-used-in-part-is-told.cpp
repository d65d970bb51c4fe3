// Forty buffers of 64 KiB, filled to 1 KiB. The repaired program asks for so
// much. In a third one, sixty others are filled.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: m1  main @ {{.*}}told.cpp:[[#@LINE+28]] <-
// CHECK: partly-used: no block is used beyond the first 4,096 of 65,536 bytes; 2,457,600 bytes behind them at the peak were never touched by code compiled with -anomalloc-access
// CHECK-NEXT: change: reserve what is used, or shrink it once it is filled
// CHECK-NEXT: may save 2.344 MiB
// CHECK-NOT: oversized-capacity
// REPAIRED: What to change
// REPAIRED-NOT: partly-used:
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DFULL=60 %s -o %t/few
// RUN: %anomalloc record --quiet --mode=access --output=%t/few.profile %t/few
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/few.profile | FileCheck %s --check-prefix=FEW
// FEW: partly-used: 40 of 100 blocks are used in their first half alone; 2,457,600 bytes behind them

#include <vector>

#ifndef FULL
#define FULL 0
#endif

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

int main() {
  std::vector<std::vector<int>> Buffers(40 + FULL);
  for (std::vector<int> &V : Buffers) {
#ifdef REPAIRED
    V.reserve(256);
#else
    V.reserve(16384);
#endif
    const int Number = &V < &Buffers[40] ? 256 : 16384;
    for (int I = 0; I < Number; ++I)
      V.push_back(I);
  }
  long Sum = 0;
  for (std::vector<int> &V : Buffers)
    for (int X : V)
      Sum += X;
  use(&Sum);
}

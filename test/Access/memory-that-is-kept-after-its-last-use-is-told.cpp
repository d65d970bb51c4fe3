// A table is used at the beginning, and freed at the end. The repaired program
// frees it after its use.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: Less memory
// CHECK-NEXT: m1  main @ {{.*}}told.cpp:[[#@LINE+12]] <-
// CHECK: idle: 1 block with 4,194,304 bytes at the peak were not used in the last nine tenths of their lives by code compiled with -anomalloc-access
// CHECK-NEXT: change: free them after their last use
// REPAIRED: What to change
// REPAIRED-NOT: idle:

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

int main() {
  constexpr int Number = 1 << 20;
  int *Table = new int[Number];
  for (int K = 0; K < Number; ++K)
    Table[K] = K;
  use(Table);
  long Sum = 0;
  for (int K = 0; K < Number; ++K)
    Sum += Table[K];
#ifdef REPAIRED
  delete[] Table;
#endif
  for (int I = 0; I < 40; ++I) {
    int *Step = new int[Number];
    for (int K = 0; K < Number; ++K)
      Step[K] = K + I;
    use(Step);
    for (int K = 0; K < Number; ++K)
      Sum += Step[K];
    delete[] Step;
  }
  use(&Sum);
#ifndef REPAIRED
  delete[] Table;
#endif
}

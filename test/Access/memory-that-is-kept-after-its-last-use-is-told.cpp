// A table is used at the beginning, and freed at the end. The repaired program
// frees it after its use. How much that saves is claimed only if the heap is
// largest at the end, when the table surely was not used any more.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DLARGEST_LAST %s -o %t/sure
// RUN: %anomalloc record --quiet --mode=access --output=%t/sure.profile %t/sure
// RUN: %anomalloc report --only=findings --top=0 --width=250 --no-probe %t/sure.profile > %t/sure.txt
// RUN: FileCheck %s --check-prefix=SURE --input-file=%t/sure.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: Less memory
// CHECK-NEXT: m1  main @ {{.*}}told.cpp:[[#@LINE+16]] <-
// CHECK: idle: 1 block with 4,194,304 bytes at the peak were not used in the last nine tenths of their lives by code compiled with -anomalloc-access
// CHECK-NEXT: change: free them after their last use{{$}}
// CHECK-NOT: may save
// SURE: idle: 1 block with 4,194,304 bytes at the peak were not used in the last nine tenths of their lives by code compiled with -anomalloc-access; 4,194,304 bytes were surely not in use at the peak
// SURE-NEXT: change: free them after their last use
// SURE-NEXT: may save 4.000 MiB
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
#ifdef LARGEST_LAST
  int *Last = new int[2 * Number]{};
  use(Last);
  Sum += Last[Number];
  delete[] Last;
#endif
  use(&Sum);
#ifndef REPAIRED
  delete[] Table;
#endif
}

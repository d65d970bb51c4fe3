// A table is made at the beginning, and used at the end. The repaired program
// makes it where it is used. How much that saves is claimed only if the heap is
// largest at the beginning, when the table surely was not used yet. Where nothing
// is freed before its use, nothing is told.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DLARGEST_FIRST %s -o %t/sure
// RUN: %anomalloc record --quiet --mode=access --output=%t/sure.profile %t/sure
// RUN: %anomalloc report --only=findings --top=0 --width=250 --no-probe %t/sure.profile > %t/sure.txt
// RUN: FileCheck %s --check-prefix=SURE --input-file=%t/sure.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: Less memory
// CHECK-NEXT: m1  main @ {{.*}}told.cpp:[[#@LINE+21]] <-
// CHECK: early: 1 block with 4,194,304 bytes at the peak were not used in the first nine tenths of their lives by code compiled with -anomalloc-access
// CHECK-NEXT: change: make them where they are first used{{$}}
// CHECK-NOT: may save
// SURE: early: 1 block with 4,194,304 bytes at the peak were not used in the first nine tenths of their lives by code compiled with -anomalloc-access; 4,194,304 bytes were surely not in use at the peak
// SURE-NEXT: change: make them where they are first used
// SURE-NEXT: may save 4.000 MiB
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DKEPT %s -o %t/kept
// RUN: %anomalloc record --quiet --mode=access --output=%t/kept.profile %t/kept
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/kept.profile | FileCheck %s --check-prefix=REPAIRED
// REPAIRED: What to change
// REPAIRED-NOT: early:

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

int main() {
  constexpr int Number = 1 << 20;
  int *Table = nullptr;
#ifndef REPAIRED
  Table = new int[Number];
  use(Table);
#endif
  long Sum = 0;
#ifdef LARGEST_FIRST
  int *First = new int[2 * Number]{};
  use(First);
  Sum += First[Number];
  delete[] First;
#endif
  for (int I = 0; I < 40; ++I) {
    int *Step = new int[Number];
    for (int K = 0; K < Number; ++K)
      Step[K] = K + I;
    use(Step);
    for (int K = 0; K < Number; ++K)
      Sum += Step[K];
#ifndef KEPT
    delete[] Step;
#endif
  }
#ifdef REPAIRED
  Table = new int[Number];
#endif
  for (int K = 0; K < Number; ++K)
    Table[K] = K;
  use(Table);
  for (int K = 0; K < Number; ++K)
    Sum += Table[K];
  use(&Sum);
  delete[] Table;
}

// A history of 8 MiB is written and never read. The repaired program reads it.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: m1  main @ {{.*}}told.cpp:[[#@LINE+13]] <-
// CHECK: unread-memory: 1 block with 8,388,608 bytes at the peak were written, and never read by code compiled with -anomalloc-access
// CHECK-NEXT: change: leave out what fills it, and the memory
// CHECK-NEXT: may save 8.000 MiB, and 8.000 MiB of reads and writes
// REPAIRED: What to change
// REPAIRED-NOT: unread-memory:

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

int main() {
  constexpr int Number = 1 << 20;
  double *History = new double[Number], Sum = 0;
  for (int K = 0; K < Number; ++K)
    History[K] = 0.5 * K;
  use(History);
#ifdef REPAIRED
  for (int K = 0; K < Number; ++K)
    Sum += History[K];
#endif
  use(&Sum);
  delete[] History;
}

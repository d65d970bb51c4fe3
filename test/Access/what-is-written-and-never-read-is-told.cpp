// The result of each step is kept, and nobody looks at it. The repaired program
// does.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: {{^}}   1 {{.*}}main @ {{.*}}told.cpp:[[#@LINE+14]] <-
// CHECK: never-read: 1,000 of 1,000 blocks were written, and never read by code compiled with -anomalloc-access
// CHECK-NEXT: change: leave out what fills them, and the blocks
// CHECK-NEXT: may save {{.*}}1,000 allocations, and 250.0 KiB of reads and writes
// REPAIRED: What to change
// REPAIRED-NOT: never-read:

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

int main() {
  double Sum = 0;
  for (int I = 0; I < 1000; ++I) {
    double *Row = new double[32];
    for (int K = 0; K < 32; ++K)
      Row[K] = I * K;
    use(Row);
#ifdef REPAIRED
    for (int K = 0; K < 32; ++K)
      Sum += Row[K];
    use(&Sum);
#endif
    delete[] Row;
  }
}

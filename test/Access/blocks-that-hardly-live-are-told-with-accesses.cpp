// The mode access tells lives, too. The repaired program makes its buffer once.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: {{^}}   1 {{.*}}main @ {{.*}}accesses.cpp:[[#@LINE+17]] <-
// CHECK: short-lived: 1,000 of 1,000 blocks
// REPAIRED: What to change
// REPAIRED-NOT: short-lived:

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

int main() {
  long Sum = 0;
  int *Row = nullptr;
#ifdef REPAIRED
  Row = new int[64];
#endif
  for (int I = 0; I < 1000; ++I) {
#ifndef REPAIRED
    Row = new int[64];
#endif
    for (int K = 0; K < 64; ++K)
      Row[K] = I + K;
    use(Row);
    for (int K = 0; K < 64; ++K)
      Sum += Row[K];
    use(&Sum);
#ifndef REPAIRED
    delete[] Row;
#endif
  }
#ifdef REPAIRED
  delete[] Row;
#endif
}

// One thread makes results, another reads and frees them. In the repaired
// program the thread that made them frees them.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: Less work for threads
// CHECK: cross-thread-free: another thread freed 1,000 of 1,000 blocks
// REPAIRED: What to change
// REPAIRED-NOT: cross-thread-free:

#include <thread>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

static void freeAll(double **All) {
  for (int I = 0; I < 1000; ++I)
    delete[] All[I];
}

int main() {
  static double *All[1000];
  for (int I = 0; I < 1000; ++I) {
    All[I] = new double[8];
    for (int K = 0; K < 8; ++K)
      All[I][K] = I * K;
  }
  std::thread Other([] {
    double Sum = 0;
    for (double *Its : All)
      for (int K = 0; K < 8; ++K)
        Sum += Its[K];
    use(&Sum);
#ifndef REPAIRED
    freeAll(All);
#endif
  });
  Other.join();
#ifdef REPAIRED
  freeAll(All);
#endif
}

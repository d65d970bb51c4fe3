// One line asks for most bytes of the run, as the order by bytes tells. The
// repaired program makes its buffer once.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe --sort=bytes %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe --sort=bytes %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: What to change {{.*}}the most bytes first
// CHECK-NEXT: {{^}}   1 {{.*}}main @ {{.*}}accesses.cpp:[[#@LINE+26]] <-
// CHECK-NEXT: 200 allocations of 800,000 bytes, 152.6 MiB in all (99.{{[0-9]}} %)
// CHECK-NEXT: short-lived: 200 of 200 blocks
// REPAIRED: What to change
// REPAIRED-NOT: 800,000 bytes

#include <vector>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

static double sumOf(const std::vector<double> &All) {
  double Sum = 0;
  for (double X : All)
    Sum += X;
  return Sum;
}

int main() {
  double Sum = 0;
#ifdef REPAIRED
  std::vector<double> Scratch(100000);
#endif
  for (int I = 0; I < 200; ++I) {
#ifndef REPAIRED
    std::vector<double> Scratch(100000);
#endif
    for (int K = 0; K < 100000; K += 2)
      Scratch[K] += I;
    use(Scratch.data());
    // Small ones of another line, more of them.
    for (int K = 0; K < 5; ++K) {
      double *Own = new double[2];
      Own[0] = Own[1] = K;
      use(Own);
      Sum += Own[0] + Own[1];
      delete[] Own;
    }
    Sum += sumOf(Scratch);
  }
  use(&Sum);
}

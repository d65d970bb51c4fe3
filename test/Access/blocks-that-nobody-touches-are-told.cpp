// Of two thousand rows fifty are used. The repaired program makes those alone.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: {{^}}   1 {{.*}}main @ {{.*}}told.cpp:[[#@LINE+18]] <-
// CHECK: unused: 1,950 of 2,000 blocks were neither read nor written by code compiled with -anomalloc-access, which used the others
// CHECK-NEXT: change: ask for the block where it is first used
// CHECK-NEXT: may save {{.*}}1,950 allocations
// REPAIRED: What to change
// REPAIRED-NOT: unused:

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

int main() {
  double *Rows[2000] = {}, Sum = 0;
  for (int I = 0; I < 2000; ++I) {
#ifdef REPAIRED
    if (I % 40)
      continue;
#endif
    Rows[I] = new double[32];
  }
  use(Rows);
  for (int I = 0; I < 2000; I += 40)
    for (int K = 0; K < 32; ++K)
      Rows[I][K] = K;
  use(Rows);
  for (int I = 0; I < 2000; I += 40)
    for (int K = 0; K < 32; ++K)
      Sum += Rows[I][K];
  use(&Sum);
  for (double *Row : Rows)
    delete[] Row;
}

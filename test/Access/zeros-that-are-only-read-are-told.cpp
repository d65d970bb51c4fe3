// Tables of zeros stand for what is not there. The repaired program writes to
// each.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: {{^}}   1 {{.*}}main @ {{.*}}told.cpp:[[#@LINE+15]] <- calloc
// CHECK: never-written: 1,000 of 1,000 blocks of zeros were read, and never written by code compiled with -anomalloc-access
// CHECK-NEXT: change: share one constant block of zeros
// REPAIRED: What to change
// REPAIRED-NOT: never-written:

#include <cstdlib>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

int main() {
  long Sum = 0;
  for (int I = 0; I < 1000; ++I) {
    long *Table = static_cast<long *>(std::calloc(64, sizeof(long)));
    use(Table);
#ifdef REPAIRED
    Table[I % 64] = I;
#endif
    for (int K = 0; K < 64; ++K)
      Sum += Table[K];
    use(&Sum);
    std::free(Table);
  }
}

// Of each record the program reads one number and its neighbour. Debug
// information tells the names of the other members. Without it, the 8 bytes
// behind a part that is read are not told, as an access may reach into them. The
// repaired record has no more than is read.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g1 -mllvm -anomalloc-access=1 %s -o %t/lines
// RUN: %anomalloc record --quiet --mode=access --output=%t/lines.profile %t/lines
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/lines.profile > %t/lines.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=LINES --input-file=%t/lines.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: m1  main @ {{.*}}told.cpp:[[#@LINE+24]] <-
// CHECK: unread-fields: bytes 16 to 63 of 64 are read in no block by code compiled with -anomalloc-access: Name (char[32]), Created (long), Changed (long); 1,000 blocks lived at the peak
// CHECK-NEXT: change: leave the members out that nobody reads
// CHECK-NEXT: may save 4{{.*}} KiB
// LINES: unread-fields: bytes 24 to 63 of 64 are read in no block by code compiled with -anomalloc-access; 1,000 blocks lived at the peak
// REPAIRED: What to change
// REPAIRED-NOT: unread-fields:

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

struct Record {
  long Id;
  double Weight;
#ifndef REPAIRED
  char Name[32];
  long Created, Changed;
#endif
};

int main() {
  Record *All[1000];
  for (int I = 0; I < 1000; ++I)
    All[I] = new Record{I, 0.5 * I};
  use(All);
  double Sum = 0;
  for (Record *Its : All)
    Sum += Its->Weight + double(Its->Id);
  use(&Sum);
  for (Record *Its : All)
    delete Its;
}

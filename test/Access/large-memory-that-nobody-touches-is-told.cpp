// A solver makes work vectors for the highest order, and uses those of the
// lowest. The repaired program makes those that it uses.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: m1  {{.*}}vectors{{.*}}told.cpp:[[#@LINE+15]] <-
// CHECK: unread-memory: 9 blocks with 7,200,000 bytes at the peak were neither read nor written by code compiled with -anomalloc-access
// CHECK: may save 6.866 MiB
// REPAIRED: What to change
// REPAIRED-NOT: unread-memory:

constexpr int Size = 100000, Used = 3;
#ifdef REPAIRED
constexpr int Number = Used;
#else
constexpr int Number = 12;
#endif

__attribute__((noinline)) static void vectors(double *(&All)[Number]) {
  for (double *&Each : All)
    Each = new double[Size];
}

int main() {
  double *All[Number], Sum = 0;
  vectors(All);
  for (int V = 0; V < Used; ++V)
    for (int I = 0; I < Size; ++I)
      All[V][I] = V + I;
  for (int V = 0; V < Used; ++V)
    for (int I = 0; I < Size; ++I)
      Sum += All[V][I];
  asm volatile("" : : "r"(&Sum) : "memory");
  for (double *Each : All)
    delete[] Each;
}

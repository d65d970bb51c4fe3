// Objects count their owners themselves, with an atomic member of a base class,
// and no other thread ever sees them, in a program that has one. In the repaired
// program the other thread uses them. An atomic member that is only set when the
// object is made is not told.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=250 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=250 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread -mllvm -anomalloc-access=1 -DSET_ONCE %s -o %t/once
// RUN: %anomalloc record --quiet --mode=access --output=%t/once.profile %t/once
// RUN: %anomalloc report --only=findings --top=0 --width=250 --no-probe %t/once.profile > %t/once.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/once.txt
// CHECK: Less work for threads
// CHECK: unshared-counts: all of 1,000 blocks that were used, with the member Owners (atomic<int>), were used by the thread alone that made them, as far as code compiled with -anomalloc-access tells
// CHECK-NEXT: change: hold it by 'std::unique_ptr', or by a pointer that counts without atomic operations; make members plain that no other thread uses
// REPAIRED: What to change
// REPAIRED-NOT: unshared-counts:

#include <atomic>
#include <thread>
#include <vector>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

struct Counted {
  std::atomic<int> Owners{1};
};

struct Shape : Counted {
  explicit Shape(double Area) : Area(Area) {}
  double Area;
};

static double areaOf(const std::vector<Shape *> &All) {
  double Sum = 0;
  for (Shape *Its : All) {
#ifndef SET_ONCE
    Its->Owners.fetch_add(1);
    Sum += Its->Area;
    Its->Owners.fetch_sub(1);
#else
    Sum += Its->Area;
#endif
  }
  return Sum;
}

int main() {
  std::vector<Shape *> All;
  for (int I = 0; I < 1000; ++I) {
    All.push_back(new Shape(0.5 * I));
    use(All.back());
  }
  double Sum = 0;
  std::thread Other([&] {
    double *Own = new double[4];
#ifdef REPAIRED
    Sum = areaOf(All);
#endif
    use(Own);
    delete[] Own;
  });
  Other.join();
  Sum += areaOf(All);
  use(&Sum);
  for (Shape *Its : All)
    delete Its;
}

// Shared pointers that no other thread ever sees, in a program that has another
// thread. In the repaired program the other thread uses them.

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
// CHECK: unshared-counts: all of 1,000 blocks that were used, with their counts, were used by the thread alone that made them, as far as code compiled with -anomalloc-access tells
// CHECK-NEXT: change: hold it by 'std::unique_ptr', or by a pointer that counts without atomic operations
// REPAIRED: What to change
// REPAIRED-NOT: unshared-counts:

#include <memory>
#include <thread>
#include <vector>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

struct Shape {
  double Area;
};

static double areaOf(const std::vector<std::shared_ptr<Shape>> &All) {
  double Sum = 0;
  for (std::shared_ptr<Shape> Its : All)
    Sum += Its->Area;
  return Sum;
}

int main() {
  std::vector<std::shared_ptr<Shape>> All;
  for (int I = 0; I < 1000; ++I)
    All.push_back(std::make_shared<Shape>(Shape{0.5 * I}));
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
}

// One of each anomaly: its line, its evidence, the change; and nothing of lines
// that do what they must.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g -pthread %s -o %t/prog
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/profile %t/prog
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/profile > %t/text
// RUN: FileCheck %s --check-prefix=SHORT --input-file=%t/text
// RUN: FileCheck %s --check-prefix=GROWTH --input-file=%t/text
// RUN: FileCheck %s --check-prefix=LEAK --input-file=%t/text
// RUN: FileCheck %s --check-prefix=TINY --input-file=%t/text
// RUN: FileCheck %s --check-prefix=THREAD --input-file=%t/text
// RUN: FileCheck %s --check-prefix=NESTED --input-file=%t/text
// RUN: FileCheck %s --check-prefix=KEPT --input-file=%t/text
// RUN: %anomalloc report --json --no-probe %t/profile > %t/json
// RUN: %check_schema report < %t/json | FileCheck %s --check-prefix=VALID
// VALID: valid

// No allocation is saved by two entries.
// RUN: %query "sum(f['saved_allocations_most'] for f in findings) <= totals['allocations']" < %t/json | FileCheck %s --check-prefix=ONCE
// ONCE: True

#include <cstdlib>
#include <thread>
#include <vector>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

// SHORT: 1  42.3 %  shortLived() @ {{.*}}changes.cpp:[[#@LINE+7]] <- operator new[]
// SHORT-NEXT: 20,000 allocations of 40 bytes, {{.*}} in all ({{.*}}), 1 loop deep
// SHORT-NEXT: short-lived: 20,000 of 20,000 blocks were freed before 4 KiB more were allocated, 20,000 before anything else was
// SHORT-NEXT: change: keep it on the stack where the call that makes it frees it, return a view, or work in place
// SHORT-NEXT: saves up to 2 ms and 20,000 allocations{{$}}
// SHORT-NEXT: reusable: 20,000 blocks of 40 bytes in turn, never more than 1 at once
__attribute__((noinline)) static void shortLived() {
  int *Block = new int[10];
  use(Block);
  delete[] Block;
}

// GROWTH: grow() @ {{.*}}changes.cpp:[[#@LINE+7]]
// GROWTH: growth-by-copying: 900 moves to a larger block in 100 chains of up to 9 steps; 408,800 bytes moved
// GROWTH-NEXT: change: reserve the final size before filling
// GROWTH-NEXT: and 900 allocations
__attribute__((noinline)) static std::vector<long> grow() {
  std::vector<long> V;
  for (long I = 0; I < 400; ++I)
    V.push_back(I);
  return V;
}

// GROWTH: growOnce() @ {{.*}}changes.cpp:[[#@LINE+4]] and 1 more line <- {{.*}}push_back
// GROWTH: growth-by-copying: 200 moves to a larger block in 200 chains of one step; 800 bytes moved
__attribute__((noinline)) static void growOnce() {
  std::vector<int> V;
  V.push_back(1);
  V.push_back(2);
  use(V.data());
}

// LEAK: leak() @ {{.*}}:[[#@LINE+6]] <- malloc
// LEAK-NEXT: 500 allocations of 200 bytes, {{.*}} in all ({{.*}}), 1 loop deep
// LEAK-NEXT: leak: 500 of 500 blocks, 100,000 bytes, lived when the program ended
// LEAK-NEXT: change: free them
// LEAK-NEXT: saves 97.66 KiB
__attribute__((noinline)) static void leak() {
  use(std::malloc(200));
}

// TINY: m1  main @ {{.*}} <- tiny
// TINY-NEXT: 20,000 allocations of 1 byte, {{.*}} in all ({{.*}}), 1 loop deep
// TINY-NEXT: made in tiny() @ {{.*}}:[[#@LINE+4]]
// TINY-NEXT: tiny-blocks: 20,000 blocks at the peak hold 20,000 bytes and take 620,000 more
// TINY: pool-candidate: 20,000 blocks at the peak, nine of ten of 1 bytes
__attribute__((noinline)) static void *tiny() {
  return std::malloc(1);
}

// THREAD: Less work for threads
// THREAD-NEXT: t1  main @ {{.*}} <- madeHere
// THREAD-NEXT: 3,000 allocations
// THREAD-NEXT: made in madeHere() @ {{.*}}:[[#@LINE+3]]
// THREAD-NEXT: cross-thread-free: another thread freed 3,000 of 3,000 blocks
__attribute__((noinline)) static void *madeHere() {
  return std::malloc(500);
}

// NESTED: nested() @ {{.*}}changes.cpp:[[#@LINE+6]]
// NESTED-NEXT: 2,400 allocations
// NESTED: vector-of-vector: 2,200 blocks for vectors of vectors, {{.*}}; 200 of them are tables and stay
// NESTED-NEXT: change: keep the rows in one block
// NESTED-NEXT: and 2,200 allocations
__attribute__((noinline)) static void nested() {
  std::vector<std::vector<double>> Table(10, std::vector<double>(10));
  use(&Table);
}

// One block for the whole run, and a block that lives long.
// KEPT: {{^}}What to change
// KEPT-NOT: kept
__attribute__((noinline)) static void *kept(std::size_t Size) {
  return std::malloc(Size);
}

int main() {
  static void *Long = kept(1 << 20);
  use(Long);
  void *Mine = kept(5000);
  for (int I = 0; I < 20000; ++I)
    shortLived();
  for (int I = 0; I < 100; ++I)
    grow();
  for (int I = 0; I < 200; ++I)
    growOnce();
  for (int I = 0; I < 500; ++I)
    leak();
  for (int I = 0; I < 200; ++I)
    nested();
  std::vector<void *> Blocks, Tiny;
  Blocks.reserve(3000);
  Tiny.reserve(20000);
  for (int I = 0; I < 20000; ++I)
    Tiny.push_back(tiny());
  for (int I = 0; I < 3000; ++I)
    Blocks.push_back(madeHere());
  std::thread([&] {
    for (void *Block : Blocks)
      std::free(Block);
  }).join();
  for (void *Block : Tiny)
    std::free(Block);
  std::free(Mine);
}

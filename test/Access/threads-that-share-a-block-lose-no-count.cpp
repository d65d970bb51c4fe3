// Two threads read and write one block at once, and hand others over: no count
// is lost, and it is told whether the maker alone used a block, another thread,
// or several.

// RUN: %anomalloc c++ -std=c++17 -O1 -g -pthread -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile | FileCheck %s
// CHECK: size 1001: made 1 blocks 1 read_bytes 4000000 written_bytes 4000000 {{.*}}by_several_blocks 1
// CHECK: size 1002: made 100 blocks 100 read_bytes 800 written_bytes 800 {{.*}}by_several_blocks 100
// CHECK: size 1003: made 100 blocks 100 written_bytes 800 {{.*}}by_other_blocks 100
// CHECK: size 1004: made 100 blocks 100 written_bytes 800 {{.*}}by_maker_blocks 100

#include <atomic>
#include <cstdlib>
#include <thread>

static volatile long *make(size_t Size) {
  void *volatile Block = std::malloc(Size);
  return static_cast<volatile long *>(Block);
}

static volatile long Sum;

static void work(volatile long *Its, int Which) {
  for (int I = 0; I != 250000; ++I)
    Its[Which] = Its[Which] + 1; // Neighbours, in one line of the cache.
}

int main() {
  volatile long *Shared = make(1001);
  std::thread Other(work, Shared, 1);
  work(Shared, 0);
  Other.join();
  std::free(const_cast<long *>(Shared));

  for (int I = 0; I != 100; ++I) {
    volatile long *Handed = make(1002), *Given = make(1003), *Own = make(1004);
    *Handed = I;
    *Own = I;
    std::thread([=] {
      Sum = *Handed;
      *Given = I;
      std::free(const_cast<long *>(Handed));
    }).join();
    std::free(const_cast<long *>(Given));
    std::free(const_cast<long *>(Own));
  }
}

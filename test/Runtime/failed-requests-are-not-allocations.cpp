// null, bad_alloc and an overflow in calloc are no allocations.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O2 -g -fno-builtin-malloc %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %same_counts %t/witness %t/profile | FileCheck %s
// CHECK: equal:

#include <cstdlib>
#include <new>

int main() {
  volatile std::size_t Huge = std::size_t(-1) / 2 - 100, One = 1;
  void *volatile Block;
  int Failed = 0;
  for (int I = 0; I < 3; ++I) {
    Failed += !(Block = std::malloc(Huge));
    Failed += !(Block = std::calloc(Huge, 16));
    Failed += !(Block = std::realloc(nullptr, Huge));
    Failed += !(Block = operator new(Huge, std::nothrow));
    Failed += posix_memalign(const_cast<void **>(&Block), 64, Huge) != 0;
    Failed += posix_memalign(const_cast<void **>(&Block), 3, One) != 0;
    try {
      Block = operator new(Huge);
    } catch (const std::bad_alloc &) {
      ++Failed;
    }
    try {
      Block = operator new(Huge, std::align_val_t(64));
    } catch (const std::bad_alloc &) {
      ++Failed;
    }
    std::free(std::malloc(One));
  }
  return Failed == 24 ? 0 : 1;
}

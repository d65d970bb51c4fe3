// The static runtime gives way to what a program defines itself; what that one
// asks of malloc is still seen.

// REQUIRES: runtime-static
// RUN: rm -rf %t && mkdir %t
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc c++ -O1 -fno-builtin -g %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %same_counts %t/witness %t/profile | FileCheck %s
// RUN: %anomalloc report --json %t/profile | FileCheck %s --check-prefix=SITE
// CHECK: equal: {{[0-9]+}} allocations
// SITE: "callee": "malloc"

#include <cstdlib>
#include <new>

static unsigned Calls;

void *operator new(std::size_t Size) {
  ++Calls;
  if (void *Block = std::malloc(Size))
    return Block;
  throw std::bad_alloc();
}
void operator delete(void *Block) noexcept { std::free(Block); }
void operator delete(void *Block, std::size_t) noexcept { std::free(Block); }

static int *volatile Kept;

int main() {
  for (int I = 0; I < 100; ++I) {
    Kept = new int(I);
    delete Kept;
  }
  return Calls == 100 ? 0 : 1;
}

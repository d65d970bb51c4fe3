// Input that is still there when the heap is largest, long after it was made: a
// question. Not asked about data that the peak was made of, of what only piles up,
// and of a leak.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o %t/prog
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/late %t/prog late
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/late | FileCheck %s
// RUN: %anomalloc report --json --no-probe %t/late | %check_schema report | FileCheck %s --check-prefix=VALID
// VALID: valid

// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/solver %t/prog solver
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/solver | FileCheck %s --check-prefix=NONE
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/pile %t/prog pile
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/pile | FileCheck %s --check-prefix=NONE
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/leak %t/prog leak
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/leak | FileCheck %s --check-prefix=NONE
// NONE: What to change
// NONE-NOT: late-free

// Two runs have no common clock.
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/late %t/late | FileCheck %s --check-prefix=NONE

#include <cstdlib>
#include <cstring>

constexpr std::size_t MiB = 1 << 20;

static void *keep(void *Block) {
  asm volatile("" : : "r"(Block) : "memory");
  return Block;
}

// CHECK: m1  main @ {{.*}}about.cpp:{{[0-9]+}} <- input
// CHECK-NEXT: 8 allocations of 1,048,576 bytes
// CHECK-NEXT: made in input() @ {{.*}}about.cpp:[[#@LINE+4]]
// CHECK-NEXT: late-free: 8 blocks, 8,388,608 bytes, were old at the peak and freed after it: without them it would be up to so much lower
// CHECK-NEXT: change: free them before, if they are not needed until then
__attribute__((noinline)) static void *input() {
  return keep(std::malloc(MiB));
}

__attribute__((noinline)) static void *result() {
  return keep(std::malloc(MiB));
}

__attribute__((noinline)) static void work(int Times) {
  for (int I = 0; I < Times; ++I)
    std::free(keep(std::malloc(MiB)));
}

int main(int, char **Argv) {
  bool Late = !std::strcmp(Argv[1], "late");
  bool Solver = !std::strcmp(Argv[1], "solver");
  bool Pile = !std::strcmp(Argv[1], "pile");
  bool Leak = !std::strcmp(Argv[1], "leak");
  void *Inputs[8], *Results[32];
  for (void *&Block : Inputs)
    Block = input();
  if (Late || Leak)
    work(200);
  for (int I = 0; I < (Pile ? 32 : 16); ++I)
    Results[I] = result();
  if (Solver)
    work(200);
  for (int I = 0; I < (Pile ? 32 : 16); ++I)
    std::free(Results[I]);
  for (void *Block : Inputs)
    if (!Leak)
      std::free(Block);
}

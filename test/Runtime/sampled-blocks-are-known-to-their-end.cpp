// A block that was drawn is known when it is freed, in whatever form and by whatever
// thread: in the end none of them seems to live. Those that were not drawn are no
// unknown frees. What a sample tells is what a run without samples tells of each block.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g -pthread -I %include %s -o %t/prog
// RUN: %clangxx -std=c++17 -O1 -g -pthread -I %include %s -o %t/plain
// RUN: cd %t && %anomalloc record --quiet --output=one --sample=512 --sample-seed=3 --mode=lifetime ./prog
// RUN: cd %t && %anomalloc report --json --no-probe one > one.json
// RUN: %python %S/Inputs/sampled_lives.py %t/one.json | FileCheck %s
// RUN: cd %t && %anomalloc record --quiet --output=two --sample=1/7 --sample-seed=3 --mode=lifetime+stacks+trace ./prog
// RUN: cd %t && %anomalloc report --json --no-probe two > two.json
// RUN: %python %S/Inputs/sampled_lives.py %t/two.json | FileCheck %s
// RUN: cd %t && %anomalloc record --quiet --output=three --sample=512 --sample-seed=3 ./plain
// RUN: cd %t && %anomalloc report --json --no-probe three > three.json
// RUN: %python %S/Inputs/sampled_lives.py %t/three.json | FileCheck %s
// RUN: cd %t && %same_by_stack three | FileCheck %s --check-prefix=STACKS
// CHECK: 0 unknown frees
// CHECK-NEXT: 1000: live 0, temporary all, elsewhere none, reallocated none, from 0 to 0
// CHECK-NEXT: 1001: live 0, temporary none, elsewhere none, reallocated none, from 1 to 1
// CHECK-NEXT: 2000: live 0, temporary none, elsewhere none, reallocated none, from 1024 to 2047
// CHECK-NEXT: 3000: live 0, temporary none, elsewhere none, reallocated all, from 4096 to 8191
// CHECK-NEXT: 4000: live 0, temporary all, elsewhere none, reallocated none, from 0 to 0
// CHECK-NEXT: 5000: live 0, temporary none, elsewhere all, reallocated none
// CHECK-NEXT: 6000: live 0, temporary all, elsewhere none, reallocated none, from 0 to 0
// CHECK-NEXT: 7000: live all, temporary none, elsewhere none, reallocated none
// STACKS: equal

#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

static void *volatile Sink;
static void *keep(void *Block) {
  Sink = Block;
  return Sink;
}

int main() {
  for (int I = 0; I < 3000; ++I) {
    free(keep(malloc(1000)));
    // Freed when another block, of no bytes on the clock, has come.
    void *A = keep(malloc(1001)), *B = keep(malloc(1));
    free(A);
    free(B);
    // One block of 1,100 bytes and one of 1 between.
    A = keep(operator new(2000));
    free(keep(malloc(1100)));
    operator delete(A, std::size_t(2000));
    // Its end is the birth of the next, which may be drawn or not.
    A = keep(malloc(3000));
    free(keep(malloc(5500)));
    A = keep(realloc(A, 4000));
    free(A);
    A = keep(operator new(6000, std::align_val_t(64)));
    operator delete(A, std::align_val_t(64));
  }
  std::vector<void *> Blocks(1000);
  for (void *&Block : Blocks)
    Block = keep(malloc(5000));
  std::thread([&] {
    for (void *Block : Blocks)
      free(Block);
  }).join();
  for (void *&Block : Blocks)
    Block = keep(calloc(7, 1000));
}

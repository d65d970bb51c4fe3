// Functions that tell when they are left still end in a jump: a chain of ten
// million calls fits the stack, and the depth comes back to where it was. A
// block that is freed behind the jump is not that of the call that jumped.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-activations=1 %s -o %t/prog
// RUN: %t/prog | FileCheck %s --check-prefix=RESULT
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/profile %t/prog
// RUN: %anomalloc report --json --no-probe %t/profile > %t/json
// RUN: %python %S/Inputs/activations.py %t/json | FileCheck %s
// RESULT: 10000000 steps

#include <cstdio>
#include <cstdlib>

static void *volatile Kept;

// CHECK: 1001: 10 freed, 10 known, 0 same
// CHECK: 1002: 10 freed, 10 known, 10 same
__attribute__((noinline)) long odd(long Steps, long Left);
__attribute__((noinline)) long even(long Steps, long Left) {
  if (Left == 0)
    return Steps;
  if (Left % 1000000 == 0)
    Kept = malloc(1001);
  return odd(Steps + 1, Left - 1);
}

// Two ways to the same return.
using Step = long (*)(long, long);
Step volatile Next = even;
__attribute__((noinline)) long odd(long Steps, long Left) {
  if (Left % 1000000 == 999999)
    free(Kept);
  if (Left % 1000000 == 1) {
    void *Mine = malloc(1002);
    Kept = Mine;
    free(Mine);
    Kept = nullptr;
  }
  if (Left < 0)
    return -1;
  if (Left % 3 == 0)
    return even(Steps + 1, Left - 1);
  return Next(Steps + 1, Left - 1);
}

// Freed in the function that it jumps to, in a call of its own.
// CHECK: 1003: 100 freed, 100 known, 0 same
__attribute__((noinline)) void frees(void *Block) {
  void *Mine = malloc(8);
  Kept = Mine;
  free(Mine);
  free(Block);
}
__attribute__((noinline)) void makes() {
  void *Block = malloc(1003);
  Kept = Block;
  frees(Block);
}

// The depth is as before: what follows is told.
// CHECK: 1004: 1 freed, 1 known, 1 same
int main() {
  void *Mine = malloc(1004);
  Kept = Mine;
  std::printf("%ld steps\n", even(0, 10000000));
  for (int I = 0; I < 100; ++I)
    makes();
  free(Mine);
}

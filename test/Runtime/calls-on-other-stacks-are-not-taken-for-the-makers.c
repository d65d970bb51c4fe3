// Stacks in turn: when control comes back to one of them, calls at the depth of
// a block's maker are not taken for it, and a depth is that of its own stack.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O0 -g -mllvm -anomalloc-activations=1 %s -o %t/O0
// RUN: %anomalloc cc -O2 -g -mllvm -anomalloc-activations=1 %s -o %t/O2
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/0 %t/O0
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/2 %t/O2
// RUN: %anomalloc report --json --no-probe %t/0 > %t/0.json
// RUN: %anomalloc report --json --no-probe %t/2 > %t/2.json
// RUN: %python %S/Inputs/activations.py %t/0.json | FileCheck %s
// RUN: %python %S/Inputs/activations.py %t/2.json | FileCheck %s
// CHECK:      1001: 1 freed, {{[01]}} known, 0 same
// CHECK-NEXT: 1002: 1 freed, {{[01]}} known, 0 same
// CHECK-NEXT: 1003: 1 freed, 1 known, 1 same

#include <stdlib.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline))
static ucontext_t Main, Other;
static char Stack[65536];
static void *volatile Block, *volatile Sink;

static void touch(void) {
  Sink = malloc(9);
  free(Sink);
  __asm__ volatile("");
}

static NOINLINE void inner(void) {
  touch();
  swapcontext(&Other, &Main);
  touch();
}
static NOINLINE void entry(void) {
  touch();
  inner();
  swapcontext(&Other, &Main);
  free(Block); // Of 1,002 bytes.
  swapcontext(&Other, &Main);
}

static NOINLINE void beginDeep(int Depth) {
  touch();
  if (Depth)
    beginDeep(Depth - 1);
  else
    swapcontext(&Main, &Other);
  touch();
}
static NOINLINE void make(int Depth, size_t Size) {
  if (Depth)
    make(Depth - 1, Size);
  else
    Block = malloc(Size);
  __asm__ volatile("");
}

int main(void) {
  getcontext(&Other);
  Other.uc_stack.ss_sp = Stack;
  Other.uc_stack.ss_size = sizeof(Stack);
  makecontext(&Other, entry, 0);
  touch();
  beginDeep(6);               // The other stack begins deeper than make().
  make(2, 1001);              // Whoever made it has ended.
  swapcontext(&Main, &Other); // inner() ends.
  free(Block);
  make(2, 1002);
  swapcontext(&Main, &Other); // entry() frees it.
  Block = malloc(1003);
  free(Block); // And this goes on.
}

// Which stack an event comes from is guessed, by the event before it and by the
// maker call in progress, before it is looked at. A wrong guess counts nothing
// wrong: here calls come in turn at first, and then the other way round.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o %t/prog
// RUN: env LIFETIME_LOG_OUT=%t/log LD_PRELOAD=%lifetime_log ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=%t/both %t/prog
// RUN: %same_lifetimes %t/log %t/both --any-order | FileCheck %s --check-prefix=LOG
// LOG: equal:
// RUN: %same_by_stack %t/both | FileCheck %s --check-prefix=SUMS
// SUMS: equal:
// RUN: env ANOMALLOC_OPTIONS=mode=stacks:output=%t/stacks %t/prog

// The same program, never instrumented:
// RUN: %clangxx -std=c++17 -O1 -g %s -o %t/plain
// RUN: env LIFETIME_LOG_OUT=%t/plain-log LD_PRELOAD=%lifetime_log:%rt_so ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=%t/plain-both %t/plain
// RUN: %same_lifetimes %t/plain-log %t/plain-both --any-order | FileCheck %s --check-prefix=LOG
// RUN: %same_by_stack %t/plain-both | FileCheck %s --check-prefix=SUMS
// RUN: env LD_PRELOAD=%rt_so ANOMALLOC_OPTIONS=mode=stacks:output=%t/plain-stacks %t/plain
// RUN: %anomalloc stacks --user --limit=0 --size=24 %t/plain-stacks | FileCheck %s
// RUN: %anomalloc stacks --user --limit=0 --size=24 %t/plain-both | FileCheck %s

// RUN: %anomalloc stacks --user --limit=0 --size=24 %t/stacks | FileCheck %s
// RUN: %anomalloc stacks --user --limit=0 --size=24 %t/both | FileCheck %s
// CHECK: Number of stack trace types: 4
// CHECK: 1/4: 500 occurrences
// CHECK-NEXT: [0] make(unsigned long) @
// CHECK-NEXT: [1] fourth() @
// CHECK: 2/4: 300 occurrences
// CHECK-NEXT: [0] make(unsigned long) @
// CHECK-NEXT: [1] third() @
// CHECK: 3/4: 200 occurrences
// CHECK-NEXT: [0] make(unsigned long) @
// CHECK-NEXT: [1] second() @
// CHECK: 4/4: 100 occurrences
// CHECK-NEXT: [0] make(unsigned long) @
// CHECK-NEXT: [1] first() @

#include <stdlib.h>

static void *volatile Sink;

__attribute__((noinline)) static void make(size_t Size) {
  void *Block = malloc(Size);
  Sink = Block;
  free(Block);
}

__attribute__((noinline)) static void first() {
  make(24);
  Sink = nullptr;
}
__attribute__((noinline)) static void second() {
  make(24);
  Sink = nullptr;
}
__attribute__((noinline)) static void third() {
  make(24);
  Sink = nullptr;
}
__attribute__((noinline)) static void fourth() {
  make(24);
  Sink = nullptr;
}

int main() {
  void (*const All[])() = {first, second, third, fourth};
  for (int Turn = 0; Turn != 100; ++Turn) {
    for (auto *One : All)
      One();
    // Now each comes behind another one.
    for (int I = 3; I != 0; --I)
      if (I != 2 || Turn % 2)
        All[I]();
  }
  for (int I = 0; I != 150; ++I)
    third();
  for (int I = 0; I != 300; ++I)
    fourth();
}

// Where the optimizer makes one call of two, the call has no line of its own; its
// frame then has that of the block around both.
// REQUIRES: cli
// RUN: %clangxx -O2 -g %plugin -c %s -o %t.o
// RUN: %anomalloc sites %t.o | FileCheck %s
#include <cstdlib>

void use(void *, int);

void eitherWay(bool Which, int Count) {
  for (int I = 0; I < Count; ++I) {
    if (Which) // Both ways call malloc: the block is that of the condition.
      use(std::malloc(24), 1);
    else
      use(std::malloc(24), 2);
  }
}
// CHECK: eitherWay
// CHECK-SAME: block.cpp:[[#@LINE-7]]

// RUN: %clang -O0 %plugin %s %stub -o %t && %t 2>&1 | FileCheck %s
// RUN: %clang -O2 -g -std=c11 %plugin %s %stub -o %t && %t 2>&1 | FileCheck %s
// RUN: %clang -O2 -fPIE -pie %plugin %s %stub -o %t && %t 2>&1 | FileCheck %s
// CHECK: slot 0: 3
// CHECK: seen 3, of them dark 0

#include <stdlib.h>

static void *volatile Sink;

int main(int Count, char **Arguments) {
  (void)Arguments;
  for (int I = 0; I < Count + 2; ++I) {
    Sink = malloc(40);
    free(Sink);
  }
  return 0;
}

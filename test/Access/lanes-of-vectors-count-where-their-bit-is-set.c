// Vectors whose lanes have a bit each load and store by the lanes that are set.

// RUN: %anomalloc cc -O2 -g -mllvm -anomalloc-access=1 %s %S/Inputs/lanes.ll -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile --slots > %t.accesses
// RUN: FileCheck %s < %t.accesses
// Lanes 0, 1 and 3 of four doubles.
// CHECK-DAG: size 64: {{.*}} reads 0:8 8:8 24:8
// CHECK-DAG: size 72: {{.*}} writes 0:8 8:8 24:8
// Elements 9, 2 and 5 of numbers of four bytes.
// CHECK-DAG: size 80: {{.*}} reads 8:4 16:4 32:4
// CHECK-DAG: size 88: {{.*}} writes 8:4 16:4 32:4
// Three numbers of four bytes, side by side.
// CHECK-DAG: size 96: {{.*}} reads 0:8 8:4
// CHECK-DAG: size 104: {{.*}} writes 0:8 8:4
// No lane is set.
// CHECK-DAG: size 112: made 1 blocks 1 untouched_blocks 1
// CHECK-DAG: size 120: made 1 blocks 1 untouched_blocks 1

#include <stdlib.h>

void useLanes(const double *P, double *Q, unsigned char Bits);
void useAny(const int *P, int *Q, unsigned char Bits);
void useCompactly(const int *P, int *Q, unsigned char Bits);

int main(void) {
  void *Blocks[8];
  for (int I = 0; I < 8; ++I)
    Blocks[I] = malloc(64 + 8 * (size_t)I);
  volatile unsigned char Bits = 0xb, None = 0;
  useLanes(Blocks[0], Blocks[1], Bits);
  useAny(Blocks[2], Blocks[3], Bits);
  useCompactly(Blocks[4], Blocks[5], Bits);
  useLanes(Blocks[6], Blocks[7], None);
  useAny(Blocks[6], Blocks[7], None);
  useCompactly(Blocks[6], Blocks[7], None);
  for (int I = 0; I < 8; ++I)
    free(Blocks[I]);
  return 0;
}

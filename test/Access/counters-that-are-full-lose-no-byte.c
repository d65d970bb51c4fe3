// A slot counts 64 KiB. How often it was full is counted besides, also where it
// is full to the byte.

// RUN: %anomalloc cc -O1 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile --bytes > %t.accesses
// RUN: FileCheck %s < %t.accesses
// CHECK-DAG: size 8 read 65536 written 8
// CHECK-DAG: size 16 read 65544 written 8
// CHECK-DAG: size 24 read 8 written 65532
// CHECK-DAG: size 32 read 8 written 65537
// CHECK-DAG: size 40 read 131072 written 131072
// CHECK-DAG: size 48 read 1310728 written 8
// A block that begins where one with full counters ended has only its own.
// CHECK-DAG: size 56 read 8 written 8

#include <stdlib.h>

// Each access is one: the compiler may not join them.
__attribute__((noinline)) static void read8(volatile long *P, int Times) {
  for (int I = 0; I < Times; ++I)
    (void)*P;
}

__attribute__((noinline)) static long *block(size_t Size) {
  long *Block = malloc(Size);
  *(volatile long *)Block = 0;
  return Block;
}

int main(void) {
  long *Blocks[6] = {block(8), block(16), block(24), block(32), block(40),
                     block(48)};
  read8(Blocks[0], 8192);
  read8(Blocks[1], 8193);
  for (int I = 0; I < 16381; ++I)
    *(volatile int *)Blocks[2] = I;
  read8(Blocks[2], 1);
  for (int I = 0; I < 65529; ++I)
    *(volatile char *)Blocks[3] = 1;
  read8(Blocks[3], 1);
  read8(Blocks[4], 16384);
  for (int I = 0; I < 16383; ++I)
    *(volatile long *)Blocks[4] = I;
  read8(Blocks[5], 163841);
  for (int I = 0; I < 6; ++I)
    free(Blocks[I]);
  char *Next[8];
  for (int I = 0; I < 8; ++I) {
    Next[I] = malloc(56);
    *(volatile char *)Next[I] = 1;
    (void)*(volatile char *)Next[I];
  }
  for (int I = 0; I < 8; ++I)
    free(Next[I]);
  return 0;
}

// Loops are counted in front only where that tells the same: not if a turn may
// free a block or make one, nor if a cycle inside runs several times in a turn.

// RUN: %anomalloc cc -O2 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile > %t.accesses
// RUN: FileCheck %s --implicit-check-not=idle < %t.accesses
// The last of three turns frees the block and takes its place.
// CHECK-DAG: size 800: made 1 blocks 1 read_bytes 48 written_bytes 800
// CHECK-DAG: size 808: made 1 blocks 1 untouched_blocks 1
// It is in use until its end, while others come and go.
// CHECK-DAG: size 8000: made 1 blocks 1 read_bytes 16000
// A block that is reached from behind its end is in use, too.
// CHECK-DAG: size 1024: made 1 blocks 1 read_bytes 160000
// Two accesses in a turn, by a cycle with two ways in.
// CHECK-DAG: size 1000: made 1 blocks 1 read_bytes 1600

#include <stdlib.h>

#define APART __attribute__((noinline))

static void *volatile Next;

APART static void replace(long *Block, int IsLast) {
  if (IsLast) {
    free(Block);
    Next = malloc(808);
  }
}

APART static long shortLoop(long *Block, long Turns) {
  long Sum = 0;
  for (long I = 0; I < Turns; ++I) {
    Sum += Block[3];
    Sum += Block[I];
    replace(Block, I == Turns - 1);
  }
  return Sum;
}

APART static long allocate(void) {
  void *volatile Block = malloc(200);
  free(Block);
  return 1;
}

APART static long longLoop(const long *Block, long Turns) {
  long Sum = 0;
  for (long I = 0; I < Turns; ++I) {
    Sum += Block[3];
    Sum += Block[I] + allocate();
  }
  return Sum;
}

APART static long last(const long *End) { return End[-1]; }

APART static long cycle(const volatile long *Block, long Turns,
                        const volatile int *Way) {
  long Sum = 0, K = 0;
  for (long I = 0; I < Turns; ++I) {
    if (*Way)
      goto first;
    goto second;
  first:
    Sum += *Way * 3;
    goto both;
  second:
    Sum ^= *Way + 1;
  both:
    Sum += Block[I];
    ++K;
    if (K % 4 == 1)
      goto first;
    if (K % 4 == 2)
      goto second;
  }
  return Sum;
}

static int Way;

int main(void) {
  volatile long Sum = 0;
  long *Short = malloc(800);
  for (int I = 0; I < 100; ++I)
    *(volatile long *)&Short[I] = I;
  Sum += shortLoop(Short, 3);
  free(Next);
  long *Long = calloc(1000, 8);
  Sum += longLoop(Long, 1000);
  free(Long);
  long *FromBehind = aligned_alloc(64, 1024);
  for (int I = 0; I < 128; ++I)
    FromBehind[I] = I;
  for (int I = 0; I < 20000; ++I)
    Sum += allocate() + last(FromBehind + 128);
  free(FromBehind);
  long *Cycle = calloc(1, 1000);
  Sum += cycle(Cycle, 100, &Way);
  free(Cycle);
  return 0;
}

// realloc ends a block and begins another one, in place or elsewhere; what it
// copies itself is no access. A block that lives at exit is counted. A counter
// may pass 4 GiB.

// RUN: %anomalloc cc -O1 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile | FileCheck %s
// Grown in place.
// CHECK: size 1001: made 1 blocks 1 written_bytes 8 never_read_blocks 1
// CHECK: size 1002: made 1 blocks 1 read_bytes 8 never_written_blocks 1

// Moved, to 500000.
// CHECK: size 1003: made 1 blocks 1 written_bytes 8 never_read_blocks 1
// CHECK: size 1005: made 1 blocks 1 written_bytes 8 never_read_blocks 1

// Two that live at exit.
// CHECK: size 1006: made 1 blocks 1 read_bytes 8 written_bytes 16
// CHECK: size 1007: made 1 blocks 1 untouched_blocks 1

// Read very often: 600,000,000 times 8 bytes.
// CHECK: size 1008: made 1 blocks 1 read_bytes 4800000000 written_bytes 8
// CHECK: size 500000: made 1 blocks 1 read_bytes 8 never_written_blocks 1

#include <stdlib.h>

static volatile long Sum;

static volatile long *make(size_t Size) {
  void *volatile Block = malloc(Size);
  return Block;
}
static volatile long *again(volatile long *Old, size_t Size) {
  void *volatile Block = realloc((void *)Old, Size);
  return Block;
}

int main(void) {
  volatile long *A = make(1001);
  *A = 1;
  A = again(A, 1002);
  Sum = *A;
  free((void *)A);

  volatile long *B = make(1003);
  volatile long *Between = make(1005);
  *Between = 1;
  *B = 1;
  B = again(B, 500000);
  Sum = *B;
  free((void *)B);
  free((void *)Between);

  volatile long *Kept = make(1006);
  Kept[0] = 1;
  Kept[100] = 1;
  Sum = Kept[100];
  make(1007);

  volatile long *Often = make(1008);
  *Often = 1;
  for (long I = 0; I != 600000000; ++I)
    Sum = *Often;
  free((void *)Often);
  return 0;
}

// What a program accesses behind the end of a block, in the rest of its place
// (malloc_usable_size), or after its end, does not fall to the next block there.

// RUN: %anomalloc cc -O1 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile --bytes | FileCheck %s
// The last 7 of 32 bytes share their counters with the 25th.
// CHECK: size 25 read 0 written 32
// CHECK: size 40 read 0 written 1

#include <malloc.h>
#include <stdlib.h>

static volatile char *make(size_t Size) {
  void *volatile Block = malloc(Size);
  return Block;
}

int main(void) {
  volatile char *Small = make(25);
  const size_t Usable = malloc_usable_size((void *)Small);
  for (size_t I = 0; I != Usable; ++I)
    Small[I] = 1;
  volatile char *After = Small;
  __asm__ volatile("" : "+r"(After));
  free((void *)Small);
  After[39] = 1;
  volatile char *Large = make(40);
  *Large = 1;
  return Large == After ? 0 : 1;
}

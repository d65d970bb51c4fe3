// The allocator and the C library are inside and cannot be stood before.

// RUN: %anomalloc cc -static -O0 -g -fno-builtin -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --mode=access --output=%t.profile %t 2> %t.said
// RUN: FileCheck %s --check-prefix=NOTE < %t.said
// RUN: %accesses %t.profile | count 0
// NOTE: note: the program is linked statically: nobody sees its blocks end, so no accesses are counted; link it dynamically
// In a dynamic one there is no note, and the string is read.
// RUN: %anomalloc cc -O0 -g -fno-builtin -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --mode=access --output=%t.profile %t 2> %t.said
// RUN: not grep "linked statically" %t.said
// RUN: %accesses %t.profile --size=100 --bytes | FileCheck %s
// CHECK: size 100 read 1 written 1

#include <stdlib.h>
#include <string.h>

int main(void) {
  char *volatile Block = malloc(100);
  *Block = 0;
  volatile size_t Length = strlen(Block);
  free(Block);
  return (int)Length;
}

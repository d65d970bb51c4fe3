// Copies from other address spaces (of the processor's segments), and labels in
// inline assembly, are left as they are.

// REQUIRES: x86_64
// RUN: %anomalloc cc -O0 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile --size=96 --bytes | FileCheck %s
// RUN: %anomalloc cc -O2 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile --size=96 --bytes | FileCheck %s
// The copy writes 96 bytes. A function with a label has no second body, so what
// it reads is not seen.
// CHECK: size 96 read 0 written 96

#include <stdlib.h>

struct Words {
  long Of[12];
};

__attribute__((noinline)) static void copy(struct Words *To,
                                           const __seg_fs struct Words *From) {
  *To = *From;
}

__attribute__((noinline)) static long labelled(const long *From) {
  __asm__ volatile("a_label_of_this_test: nop");
  return *From;
}

int main(void) {
  struct Words *To = malloc(sizeof(*To));
  copy(To, 0);
  volatile long First = labelled(To->Of);
  free(To);
  return 0 * (int)First;
}

// The pid stays, so does the name; the second image must not overwrite the
// profile of the first.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O2 -g %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %same_counts %t/witness %t/profile %t/profile.1 | FileCheck %s
// CHECK: equal:

#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  for (int I = 0; I < 100; ++I) {
    void *volatile Block = malloc((size_t)(argc * 1000));
    free(Block);
  }
  if (argc == 1)
    execl(argv[0], argv[0], "again", (char *)NULL);
  return 0;
}

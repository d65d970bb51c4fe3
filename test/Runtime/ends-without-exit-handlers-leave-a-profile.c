// _exit, abort and exec end a process without any handler.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O2 -g %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=output=%t/exit %t/prog 0
// RUN: env ANOMALLOC_OPTIONS=output=%t/_exit %t/prog 1
// RUN: env ANOMALLOC_OPTIONS=output=%t/abort not --crash %t/prog 2
// RUN: %anomalloc report --json %t/exit | %python %S/Inputs/size_by_section.py 1234 | FileCheck %s
// RUN: %anomalloc report --json %t/_exit | %python %S/Inputs/size_by_section.py 1234 | FileCheck %s
// RUN: %anomalloc report --json %t/abort | %python %S/Inputs/size_by_section.py 1234 | FileCheck %s
// CHECK: outside 100

#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  (void)argc;
  for (int I = 0; I < 100; ++I) {
    void *volatile Block = malloc(1234);
    free(Block);
  }
  if (*argv[1] == '1')
    _exit(0);
  if (*argv[1] == '2')
    abort();
  return 0;
}

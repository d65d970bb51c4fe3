// AddressSanitizer in a shared library wants to be the first of all; behind the
// runtime it works as well, and still finds what is wrong. One inside the program
// keeps its allocations to itself, which is told; with the pass its sites count.

// REQUIRES: asan
// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// RUN: sh -c '%clang -g -fsanitize=address -shared-libsan -Wl,-rpath,$(%clang -print-resource-dir)/lib/linux -Wl,-rpath,$(%clang -print-runtime-dir) "$0" -o shared' %s
// RUN: %anomalloc record --output=shared.profile ./shared
// RUN: %anomalloc record --output=shared.profile ./shared
// RUN: %anomalloc report --json shared.profile shared.profile.1 | FileCheck %s --check-prefix=DARK
// DARK: "size": 12345{{(,|$)}}
// RUN: not %anomalloc record --output=bug.profile ./shared bug 2>&1 | FileCheck %s --check-prefix=BUG
// BUG: ERROR: AddressSanitizer: heap-buffer-overflow

// RUN: %clang -g -fsanitize=address %s -o inside
// RUN: %anomalloc record --output=inside.profile ./inside 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: anomalloc: warning: ./inside has an allocator inside (a sanitizer's, or one that is linked statically) and was built without Anomalloc
// RUN: %anomalloc cc -g -fsanitize=address %s -o sites
// RUN: %anomalloc record --output=sites.profile ./sites 2>&1 | FileCheck %s --check-prefix=SITES --implicit-check-not=warning
// SITES: wrote sites.profile
// RUN: %anomalloc report --json sites.profile | FileCheck %s --check-prefix=DARK

#include <stdlib.h>

int main(int argc, char **argv) {
  (void)argv;
  char *volatile Block = malloc(12345);
  Block[argc > 1 ? 12345 : 0] = 1;
  free(Block);
  return 0;
}

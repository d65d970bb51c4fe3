// Folders of output and of temporary files are what they are called, though
// LLVM fills in each '%' of a path that it makes.
// REQUIRES: runtime
// RUN: rm -rf %t && mkdir -p "%t/50%%"
// RUN: %anomalloc cc -O1 -g %s -o %t/prog
// RUN: env TMPDIR="%t/50%%" %anomalloc record --quiet --mode=stacks --site=percent-signs-in-folders-are-letters.c:19 "--output=%t/run" %t/prog
// RUN: %anomalloc merge %t/run -o "%t/50%%/merged"
// RUN: %anomalloc stacks --user "%t/50%%/merged" | FileCheck %s
// RUN: ls "%t/50%%" | FileCheck %s --check-prefix=LEFT --match-full-lines
// CHECK: 1/1: 10 occurrences, 240 B
// Nothing but what was asked for:
// LEFT-NOT: {{.}}
// LEFT: merged
// LEFT-NOT: {{.}}
#include <stdlib.h>
char *volatile Block;
int main(void) {
  for (int I = 0; I < 10; ++I) {
    Block = malloc(24);
    free(Block);
  }
}

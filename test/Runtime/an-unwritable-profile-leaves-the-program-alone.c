// No folder, a file that may not grow, little address space: output and exit
// code stay; what did not fit is told, to the event.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O2 -g %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=output=/nonexistent/folder/profile sh -c '%t/prog; echo code $?' 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=anomalloc
// RUN: env ANOMALLOC_OPTIONS=verbose=1:output=/nonexistent/folder/profile sh -c '%t/prog; echo code $?' 2>&1 | FileCheck %s --check-prefix=VERBOSE
// RUN: env ANOMALLOC_OPTIONS=output=%t/limited sh -c 'ulimit -f 128; %t/prog; echo code $?' 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=anomalloc
// RUN: %anomalloc report --json %t/limited | FileCheck %s --check-prefix=DROPPED
// RUN: env ANOMALLOC_OPTIONS=output=%t/small sh -c 'ulimit -v 20000; %t/prog; echo code $?' 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=anomalloc
// SAME: 20000 blocks
// SAME-NEXT: code 7
// VERBOSE: anomalloc: cannot write the profile /nonexistent/folder/profile
// VERBOSE: code 7
// DROPPED: "dropped_events": {{[1-9]}}

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int Count = 0;
  for (size_t Size = 0; Size < 20000; ++Size) {
    void *volatile Block = malloc(Size);
    Count += Block != NULL;
    free(Block);
  }
  printf("%d blocks\n", Count);
  return 7;
}

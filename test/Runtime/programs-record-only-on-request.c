// Tests, build steps and daemons run instrumented programs, too: no file is left
// behind unless ANOMALLOC_OPTIONS says something, or the program itself asks.

// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %anomalloc cc -O1 %s -o "%t/plain"
// RUN: %anomalloc cc -O1 -DASKS %s -o "%t/asks"
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc cc -O1 -DASKS %s -o "%t/inside"
// RUN: cd "%t" && env -u ANOMALLOC_OPTIONS ./plain && env ANOMALLOC_OPTIONS= ./plain && env LD_PRELOAD=%rt_so true
// RUN: ls "%t" | FileCheck %s --match-full-lines --check-prefix=NONE
//      NONE: asks
// NONE-NEXT: inside
// NONE-NEXT: plain
//  NONE-NOT: {{.}}

// RUN: cd "%t" && env ANOMALLOC_OPTIONS=lanes=1 ./plain && ls | FileCheck %s --check-prefix=GIVEN
// GIVEN: plain.{{[0-9]+}}.anomalloc

// The environment goes before what the program says of the same option.
// RUN: cd "%t" && ./asks && ./inside && ls | FileCheck %s --check-prefix=OWN
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=output=given ./asks && %anomalloc stacks given
// RUN: cd "%t" && rm own.* && env ANOMALLOC_OPTIONS=enabled=0 ./asks && not ls own.asks
//  OWN: own.asks
//  OWN: own.inside

#include <anomalloc/anomalloc.h>
#include <stdlib.h>

#ifdef ASKS
ANOMALLOC_DEFAULT_OPTIONS("mode=stacks:output=own.%n");
#endif

int main(void) {
  anomalloc_phase_begin("work");
  for (size_t Size = 1; Size != 10; ++Size) {
    void *volatile Block = malloc(Size);
    Block = realloc(Block, Size + 1);
    free(Block);
  }
  anomalloc_phase_end();
  return 0;
}

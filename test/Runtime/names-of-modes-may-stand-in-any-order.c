// Modes are joined by '+', in any order, and a name that stands twice counts
// once: on the command line and in the environment. What is no mode is told.

// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %anomalloc cc -O1 %s -o "%t/prog"
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=mode=stacks+lifetime:output=environment ./prog 2>&1 | count 0
// RUN: cd "%t" && %anomalloc record --mode=stacks+lifetime+stacks --output=flag ./prog 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=mode=stacks+lifetime %anomalloc record --site=%s --output=site ./prog 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: cd "%t" && %anomalloc stacks environment | FileCheck %s
// RUN: cd "%t" && %anomalloc stacks flag | FileCheck %s
// RUN: cd "%t" && %anomalloc stacks --blocks=leaked environment | FileCheck %s
// RUN: cd "%t" && %anomalloc stacks --blocks=leaked flag | FileCheck %s
// RUN: cd "%t" && %anomalloc stacks --blocks=leaked site | FileCheck %s
// SAID: who asked: anomalloc callgraph
// CHECK: Number of stack trace types: 1

// What all modes record adds nothing.
// RUN: cd "%t" && %anomalloc record --quiet --mode=count+lifetime --output=lifetime ./prog
// RUN: cd "%t" && %anomalloc report --only=lifetimes lifetime | FileCheck %s --check-prefix=LIFETIME
// RUN: cd "%t" && %anomalloc stacks lifetime | FileCheck %s --check-prefix=NONE
// LIFETIME: {{^ *}}all {{.*}}7
// NONE: --mode=stacks

// RUN: cd "%t" && not %anomalloc record --mode=stacks+ ./prog 2>&1 | FileCheck %s --check-prefix=PLUS
// RUN: cd "%t" && not %anomalloc record --mode=lifetime+stack ./prog 2>&1 | FileCheck %s --check-prefix=PART
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=mode=+stacks:output=told ./prog 2>&1 | FileCheck %s --check-prefix=TOLD
// PLUS: 'stacks+' is no mode: write count, access, lifetime, stacks, trace; several are joined by '+'
// PART: 'lifetime+stack' is no mode
// TOLD: option mode takes count, access, lifetime, stacks, trace; several are joined by '+';

#include <stdlib.h>

void *volatile Kept;

int main(void) {
  for (int I = 0; I != 7; ++I)
    Kept = malloc(24);
  return 0;
}

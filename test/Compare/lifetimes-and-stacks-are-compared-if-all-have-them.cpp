// Three versions of one program: the second keeps what the first one frees, the
// third makes it from another function.
//
// REQUIRES: runtime
// RUN: rm -f %t %t-1 %t-2 %t-3 %t-4
// RUN: %clangxx %s -O1 -g %plugin %rt_flags -o %t
// RUN: env ANOMALLOC_OPTIONS=output=%t-1:mode=lifetime+stacks %t
// RUN: env ANOMALLOC_OPTIONS=output=%t-2:mode=lifetime+stacks %t keep
// RUN: env ANOMALLOC_OPTIONS=output=%t-3:mode=lifetime+stacks %t keep other
// RUN: env ANOMALLOC_OPTIONS=output=%t-4 %t
// RUN: %anomalloc diff --json %t-1 %t-2 %t-3 | %check_schema diff | FileCheck %s --check-prefix=SCHEMA
// RUN: %anomalloc diff --label=freed --label=kept --size=1234 %t-1 %t-2 | FileCheck %s --check-prefix=KEPT
// RUN: %anomalloc diff --label=freed --label=kept --size=1234 --markdown %t-1 %t-2 | FileCheck %s --check-prefix=MARKDOWN
// RUN: %anomalloc diff --label=one --label=other --size=1234 %t-2 %t-3 | FileCheck %s --check-prefix=OTHER
// RUN: %anomalloc diff --label=both --label=count %t-1 %t-4 | FileCheck %s --check-prefix=MODES
//
// SCHEMA: {{^}}valid{{$}}
//
//     KEPT: Totals 1 changed,
// KEPT-DAG: {{^ *allocations 10 10$}}
// KEPT-DAG: {{^ *temporaries 10 0 -10 -100 %$}}
// KEPT-DAG: {{^ *never freed 0 10 \+10 new$}}
// KEPT-DAG: {{^ *bytes never freed 0 12.05 KiB \+12.05 KiB new$}}
//     KEPT: Lines to change 1 changed, 0 did not change
//     KEPT: Allocation sites 1 changed, 0 did not change
//     KEPT: {{^ *10 10 make}}
// KEPT-NEXT: {{^ *temporaries 10 -> 0, never freed 0 -> 10, bytes never freed 0 -> 12.05 KiB$}}
//     KEPT: Stack trace types 1 changed, 0 did not change
//
// MARKDOWN: | <code>make{{.*}}</code>; temporaries 10 -> 0, never freed 0 -> 10
//
//     OTHER: Totals 0 changed,
//     OTHER: Stack trace types 2 changed, 0 did not change
// OTHER-DAG: {{^ *10 0 -10 .* make.* <- one.* <- main}}
// OTHER-DAG: {{^ *0 10 \+10 .* make.* <- other.* <- main}}
//
// MODES: ! temporaries, peaks and what was never freed are not compared: count was recorded without them
// MODES: (record --mode=lifetime)
// MODES: ! stacks are not compared: count was recorded without them (record --mode=stacks)
// MODES-NOT: Stack trace types
#include <cstdlib>

void *volatile Sink;

__attribute__((noinline)) void make(bool Keep) {
  void *P = malloc(1234);
  Sink = P;
  if (!Keep)
    free(P);
}
__attribute__((noinline)) void one(bool Keep) {
  make(Keep);
  asm volatile("");
}
__attribute__((noinline)) void other(bool Keep) {
  make(Keep);
  asm volatile("");
}

int main(int Argc, char **) {
  for (int I = 0; I < 10; ++I)
    Argc < 3 ? one(Argc > 1) : other(true);
}

// What a mode records beside the counts changes none of them, whatever it was
// told to select; a mode that does not exist is told, and all is counted.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 %s -o %t/prog
// RUN: cd %t && %anomalloc record --quiet --output=count.prof ./prog
// RUN: cd %t && %anomalloc record --quiet --output=stacks.prof --mode=stacks ./prog
// RUN: cd %t && %anomalloc record --quiet --output=lifetime.prof --mode=lifetime ./prog
// RUN: cd %t && %anomalloc record --quiet --output=both.prof --mode=lifetime+stacks --size=1-24,4K- --section=work --paused ./prog
// RUN: cd %t && env ANOMALLOC_OPTIONS=output=none.prof:mode=stakcs:size=x:verbose=1 ./prog 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: cd %t && not %anomalloc record --mode=stakcs ./prog 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: cd %t && not %anomalloc record --size=many ./prog 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: cd %t && %anomalloc report --only=sizes count.prof | FileCheck %s
// RUN: cd %t && %anomalloc report --only=sizes stacks.prof | FileCheck %s
// RUN: cd %t && %anomalloc report --only=sizes lifetime.prof | FileCheck %s
// RUN: cd %t && %anomalloc report --only=sizes both.prof | FileCheck %s
// RUN: cd %t && %anomalloc report --only=sizes none.prof | FileCheck %s

// TOLD: option mode takes count, access, lifetime, stacks, trace; several are joined by '+';
// TOLD: option size takes sizes:
// USAGE: 'stakcs' is no mode: write count, access, lifetime, stacks, trace; several are joined by '+'
// SIZE: 'many' is not a size

// CHECK: size {{.*}}work {{.*}}total
// CHECK: 24 {{.*}}1,000
// CHECK: 48 {{.*}}2,000

#include "anomalloc/anomalloc.h"
#include <stdlib.h>

static void churn(unsigned Times, size_t Size) {
  for (unsigned I = 0; I != Times; ++I) {
    void *volatile Block = malloc(Size);
    free(Block);
  }
}

int main(void) {
  anomalloc_phase_begin("work");
  churn(1000, 24);
  anomalloc_phase_end();
  anomalloc_resume();
  churn(2000, 48);
  anomalloc_pause();
  return 0;
}

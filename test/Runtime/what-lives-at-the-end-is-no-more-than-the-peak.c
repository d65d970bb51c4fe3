// Of the last blocks that a thread made, the process's clock may never be told.
// If they live at the end, that was the peak.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g -pthread %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+stacks:clock_step=100000:output=%t/profile %t/prog
// RUN: %anomalloc report --json --no-probe %t/profile > %t/json
// RUN: %python %S/../Inputs/lifetime_sums.py %t/json 3000 live peak at_peak | FileCheck %s
// RUN: %python %S/Inputs/lifetimes_of_size.py %t/json 3000 | FileCheck %s --check-prefix=BYTES
// CHECK: live 10 peak 10 at_peak 10
// BYTES: peak 3{{[0-9][0-9][0-9][0-9]$}}

#include <pthread.h>
#include <stdlib.h>

static void *volatile Blocks[10];

static void *work(void *Unused) { return Unused; }

int main(void) {
  pthread_t Thread;
  pthread_create(&Thread, NULL, work, NULL);
  pthread_join(Thread, NULL);
  for (int I = 0; I < 10; ++I)
    Blocks[I] = malloc(3000);
}

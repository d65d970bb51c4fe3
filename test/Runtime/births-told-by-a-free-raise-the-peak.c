// While there are several threads, it may be a free that tells the process's
// clock of a thread's births. They raise the peak all the same.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g -pthread %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:clock_step=4096:output=%t/profile %t/prog
// RUN: %anomalloc report --json --no-probe %t/profile > %t/json
// RUN: %python %S/Inputs/lifetimes_of_size.py %t/json 4000 | FileCheck %s

// All blocks of 4,000 bytes, and a few of the C library's.
// CHECK: peak 4000{{...$}}

#include <pthread.h>
#include <stdlib.h>

enum { Number = 1000 };
static void *volatile Small[Number], *volatile Large[Number];

static void *work(void *Unused) { return Unused; }

int main(void) {
  pthread_t Thread;
  pthread_create(&Thread, NULL, work, NULL);
  for (int I = 0; I < Number; ++I)
    Small[I] = malloc(200);
  void *volatile Step = malloc(5000);
  free(Step); // Nothing is kept back now.
  for (int I = 0; I < Number; ++I) {
    Large[I] = malloc(4000);
    free(Small[I]); // Tells of both.
  }
  for (int I = 0; I < Number; ++I)
    free(Large[I]);
  pthread_join(Thread, NULL);
}

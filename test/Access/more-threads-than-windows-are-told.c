// A window takes a TiB of the 128 that a process has. Threads beyond that count
// nothing, so nothing is known, and that is said.

// RUN: %anomalloc cc -O1 -g -mllvm -anomalloc-access=1 %s -o %t -pthread
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t 2> %t.said
// RUN: FileCheck %s < %t.said
// CHECK: no address space is left to count what one more thread reads and writes: no accesses are known from here on

#include <pthread.h>
#include <stdlib.h>

enum { Number = 140 };
static pthread_barrier_t AllLive;

static void *run(void *Unused) {
  volatile long *Block = malloc(100);
  *Block = 1;
  free((void *)Block);
  pthread_barrier_wait(&AllLive);
  return Unused;
}

int main(void) {
  pthread_t Threads[Number];
  pthread_barrier_init(&AllLive, NULL, Number);
  for (int I = 0; I < Number; ++I)
    if (pthread_create(&Threads[I], NULL, run, NULL))
      abort();
  for (int I = 0; I < Number; ++I)
    pthread_join(Threads[I], NULL);
  return 0;
}

// Two threads never have a large block at once, though both have one again and
// again. So says the trace, and the replay's peak is that of one block.
//
// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %clang -O1 -pthread "%s" -o "%t/plain"
// RUN: %anomalloc cc -O1 -pthread "%s" -o "%t/program"
// RUN: cd "%t" && %anomalloc record --quiet --mode=trace -o plain.prof ./plain
// RUN: cd "%t" && %anomalloc replay --json --allocator=glibc plain.prof | FileCheck "%s"
// RUN: cd "%t" && %anomalloc record --quiet --mode=trace -o program.prof ./program
// RUN: cd "%t" && %anomalloc replay --json --allocator=glibc program.prof | FileCheck "%s"
// RUN: cd "%t" && %anomalloc record --quiet --mode=lifetime+trace -o all.prof ./program
// RUN: cd "%t" && %anomalloc replay --json --allocator=glibc all.prof | FileCheck "%s"
// CHECK: "peak": {
// CHECK-NEXT: "bytes": 10{{[0-9][0-9][0-9][0-9][0-9]}},
#include <pthread.h>
#include <stdlib.h>

enum { Size = 1000000, Times = 50 };
static pthread_barrier_t Both;

static void useLargeBlocks(void) {
  for (int I = 0; I != Times; ++I) {
    char *volatile Block = malloc(Size);
    free(Block);
  }
}

static void *runSecond(void *Unused) {
  char *volatile Small = malloc(10);
  pthread_barrier_wait(&Both); // Both have begun.
  pthread_barrier_wait(&Both); // The first is done.
  useLargeBlocks();
  free(Small);
  pthread_barrier_wait(&Both);
  return Unused;
}

int main(void) {
  pthread_t Second;
  pthread_barrier_init(&Both, NULL, 2);
  pthread_create(&Second, NULL, runSecond, NULL);
  char *volatile Small = malloc(10);
  pthread_barrier_wait(&Both);
  useLargeBlocks();
  pthread_barrier_wait(&Both);
  pthread_barrier_wait(&Both); // The second is done.
  free(Small);
  pthread_join(Second, NULL);
}

// Destructors of a thread's values run after the runtime has given its lane back:
// what they do is still the thread's, in the lane that it had.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g -pthread %s -o %t/prog
// RUN: env LIFETIME_LOG_OUT=%t/log LD_PRELOAD=%lifetime_log ANOMALLOC_OPTIONS=mode=lifetime:output=%t/profile %t/prog
// RUN: %same_lifetimes %t/log %t/profile | FileCheck %s
// CHECK: equal: {{.*}} 40 temporary, 0 freed_elsewhere
// RUN: %anomalloc report --only=headline %t/profile | FileCheck %s --check-prefix=LANES
// LANES: 1 process, 21 threads

#include <pthread.h>
#include <stdlib.h>

static pthread_key_t Key;

static void *keep(void *Block) {
  __asm__ volatile("" : "+r"(Block) : : "memory");
  return Block;
}

// Made in one round of destructors, freed in the next.
static void atEnd(void *Value) {
  int *Rounds = Value;
  static __thread void *Block;
  if (*Rounds % 2)
    Block = keep(malloc(77));
  else
    free(Block);
  if (--*Rounds)
    pthread_setspecific(Key, Rounds);
}

static void *work(void *Unused) {
  static __thread int Rounds;
  Rounds = 3;
  pthread_setspecific(Key, &Rounds);
  free(keep(malloc(66)));
  return Unused;
}

int main(void) {
  pthread_key_create(&Key, atEnd);
  for (int I = 0; I < 20; ++I) {
    pthread_t Thread;
    pthread_create(&Thread, NULL, work, NULL);
    pthread_join(Thread, NULL);
  }
}

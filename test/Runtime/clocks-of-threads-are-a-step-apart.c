// While there are several threads, one keeps back what it allocates from the
// clocks of the others, up to clock_step bytes, and until it ends. Its own clock
// misses nothing, nor does the peak once all is told.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g -pthread %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:clock_step=0:output=%t/exact %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:clock_step=5000:output=%t/steps %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/default %t/prog
// RUN: %anomalloc report --json --no-probe %t/exact > %t/exact.json
// RUN: %anomalloc report --json --no-probe %t/steps > %t/steps.json
// RUN: %anomalloc report --json --no-probe %t/default > %t/default.json

// Main's blocks: 3,000, 3,000 and 2,153 bytes of the other thread's while each
// lives. Told of in steps: none, all 6,000 so far, 2,153 as the thread ends. Then its own block, and
// the most that lived at once, when it had both of its own (and the C library
// some for the thread).
// RUN: %python %S/Inputs/lifetimes_of_size.py %t/exact.json 101 > %t/lines
// RUN: %python %S/Inputs/lifetimes_of_size.py %t/steps.json 101 >> %t/lines
// RUN: %python %S/Inputs/lifetimes_of_size.py %t/exact.json 103 >> %t/lines
// RUN: %python %S/Inputs/lifetimes_of_size.py %t/steps.json 103 >> %t/lines
// RUN: FileCheck %s < %t/lines
// CHECK:      2048-4095: 3, peak [[PEAK:6[0-9]+]]
// CHECK-NEXT: 0-0: 1, 2048-4095: 1, 4096-8191: 1, peak [[PEAK]]
// CHECK-NEXT: 2048-4095: 1, peak [[PEAK]]
// CHECK-NEXT: 2048-4095: 1, peak [[PEAK]]

// RUN: FileCheck %s --check-prefix=DEFAULT < %t/default.json
// DEFAULT: "clock_step": 4096
// RUN: not %anomalloc record --mode=lifetime --clock-step=many -- %t/prog 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: clock-step

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t Go, Done;

static void *keep(void *Block) {
  __asm__ volatile("" : "+r"(Block) : : "memory");
  return Block;
}

static void turn(void) {
  sem_post(&Go);
  sem_wait(&Done);
}

static void *work(void *Unused) {
  sem_wait(&Go);
  void *First = keep(malloc(3000)); // Kept back.
  sem_post(&Done);
  sem_wait(&Go);
  void *Second = keep(malloc(3000)); // 6,000 in all: told.
  sem_post(&Done);
  sem_wait(&Go);
  free(First);
  free(Second); // 6,000 again: told.
  void *Own = keep(malloc(103));
  free(keep(malloc(2050)));
  free(Own); // Told when the thread ends.
  sem_post(&Done);
  return Unused;
}

int main(void) {
  pthread_t Thread;
  sem_init(&Go, 0, 0);
  sem_init(&Done, 0, 0);
  pthread_create(&Thread, NULL, work, NULL);
  void *Block = keep(malloc(101));
  turn();
  free(Block); // The other thread has made 3,000 bytes.
  Block = keep(malloc(101));
  turn();
  free(Block); // And 3,000 more, or 6,000 since main's clock last saw any.
  Block = keep(malloc(101));
  turn();
  pthread_join(Thread, NULL);
  free(Block);
}

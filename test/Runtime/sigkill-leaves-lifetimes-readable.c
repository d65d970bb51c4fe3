// Killed in the middle: the profile reads, and each thread's figures are whole up
// to its last finished event.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O2 -g -pthread %s -o %t/prog
// RUN: not --crash env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/profile %t/prog
// RUN: %anomalloc report --json --no-probe %t/profile > %t/json
// RUN: %python %S/Inputs/lifetimes_nearly_whole.py %t/json 4 | FileCheck %s
// CHECK: whole

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int Rounds;

static void *work(void *Nothing) {
  void *volatile Kept[64] = {0};
  for (unsigned I = 0;; ++I) {
    free(Kept[I % 64]);
    Kept[I % 64] = malloc(16 + I % 5 * 8);
    if (I % 1000 == 0 && atomic_fetch_add(&Rounds, 1) == 400)
      kill(getpid(), SIGKILL);
  }
  return Nothing;
}

int main(void) {
  pthread_t Threads[3];
  for (int I = 0; I < 3; ++I)
    pthread_create(&Threads[I], NULL, work, NULL);
  work(NULL);
}

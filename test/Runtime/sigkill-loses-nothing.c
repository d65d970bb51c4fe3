// Killed at 50 arbitrary moments: the profile reads, and each thread's count is
// that of its last finished allocation. The program keeps its own tally in
// shared memory, after each allocation, so the profile may be ahead by one.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O2 -g -pthread %s -o %t/prog
// RUN: %python %S/Inputs/kill_at_random.py %anomalloc %t/prog %t 50 | FileCheck %s
// CHECK: 50 kills, 50 profiles exact

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { Threads = 2 };
static volatile uint64_t *Tally; // [thread][size 41, size 42 or 43]

static void *work(void *Argument) {
  uintptr_t Thread = (uintptr_t)Argument;
  for (uint64_t I = 0;; ++I) {
    void *volatile Block = malloc(41 + 100 * Thread);
    ++Tally[2 * Thread];
    free(Block);
    Block = malloc(42 + 100 * Thread + I % 2);
    ++Tally[2 * Thread + 1];
    free(Block);
  }
  return NULL;
}

int main(int argc, char **argv) {
  (void)argc;
  int Fd = open(argv[1], O_RDWR);
  Tally = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, Fd, 0);
  pthread_t Other;
  pthread_create(&Other, NULL, work, (void *)1);
  work((void *)0);
  return 0;
}

// A handler that interrupts the counting code counts itself and leaves the
// interrupted count whole. The allocator is a pool that may be called from
// handlers, which malloc may not.

// RUN: rm -rf %t && mkdir %t
// RUN: echo 'pool size=0' > %t/functions
// RUN: %anomalloc cc -O2 -g -pthread -mllvm -anomalloc-functions=%t/functions %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %anomalloc report --json %t/profile | FileCheck %s
// CHECK: "pool_allocations": 3300000

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

enum { InMain = 3000000, InHandler = 300000 };

static _Thread_local char Memory[4096];
static volatile int Handled;
static pthread_t Main;

__attribute__((noinline)) void *pool(size_t Size) {
  __asm__ volatile("" ::: "memory"); // Not a pure function.
  return &Memory[Size % sizeof(Memory)];
}

static void *volatile Sink;

static void handle(int Signal) {
  (void)Signal;
  for (int I = 0; I < 100 && Handled < InHandler; ++I) {
    Sink = pool(16);
    Sink = pool((size_t)(++Handled % 5));
    ++Handled;
  }
}

static void *send(void *Nothing) {
  while (Handled < InHandler)
    pthread_kill(Main, SIGUSR1);
  return Nothing;
}

int main(void) {
  struct sigaction Action = {.sa_handler = handle};
  sigaction(SIGUSR1, &Action, NULL);
  Main = pthread_self();
  pthread_t Sender;
  pthread_create(&Sender, NULL, send, NULL);
  for (int I = 0; I < InMain / 3; ++I) {
    Sink = pool(16);
    Sink = pool((size_t)(I % 7));
    Sink = pool(24);
  }
  pthread_join(Sender, NULL);
  return 0;
}

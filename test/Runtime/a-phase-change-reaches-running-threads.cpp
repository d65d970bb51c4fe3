// Threads that were counting before the phase began count to it afterwards.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O2 -g -pthread %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %anomalloc report --json %t/profile | %python %S/Inputs/size_by_section.py 1000 | FileCheck %s
// CHECK: one 3000
// CHECK-NEXT: three 3000
// CHECK-NEXT: two 3000

#include <anomalloc/anomalloc.h>
#include <cstdlib>
#include <pthread.h>
#include <thread>
#include <vector>

static pthread_barrier_t Barrier;

static void take() {
  for (int Phase = 0; Phase < 3; ++Phase) {
    pthread_barrier_wait(&Barrier);
    for (int I = 0; I < 1000; ++I) {
      void *volatile Block = std::malloc(1000);
      std::free(Block);
    }
    pthread_barrier_wait(&Barrier);
  }
}

int main() {
  pthread_barrier_init(&Barrier, nullptr, 4);
  std::vector<std::thread> Threads;
  for (int I = 0; I < 3; ++I)
    Threads.emplace_back(take);
  for (const char *Name : {"one", "two", "three"}) {
    anomalloc::Phase Now(Name);
    pthread_barrier_wait(&Barrier);
    pthread_barrier_wait(&Barrier);
  }
  for (std::thread &T : Threads)
    T.join();
}

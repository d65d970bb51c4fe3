// A thread whose first allocation happens in a vfork child goes on with that
// lane after the child has gone; no other thread may be given it meanwhile.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O2 -w -pthread %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=lanes=1:output=%t/profile %t/prog
// RUN: %same_counts %t/witness %t/profile | FileCheck %s
// CHECK: equal:

#include <cstdlib>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static pthread_barrier_t Together;

__attribute__((noinline)) static void work() {
  for (int I = 0; I < 1000000; ++I) {
    void *volatile Block = std::malloc(40);
    std::free(Block);
  }
}

int main() {
  unsetenv("LD_PRELOAD"); // The child's program is not under test.
  pthread_barrier_init(&Together, nullptr, 2);
  std::thread Forking([] {
    pid_t Child = vfork();
    if (Child == 0) {
      void *volatile Block = std::malloc(40);
      (void)Block;
      execl("/bin/true", "true", nullptr);
      _exit(0);
    }
    waitpid(Child, nullptr, 0);
    pthread_barrier_wait(&Together);
    work();
  });
  std::thread Other([] {
    pthread_barrier_wait(&Together);
    work();
  });
  Forking.join();
  Other.join();
}

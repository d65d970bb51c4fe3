// Children forked while four threads allocate, some of them threaded again:
// whatever lock was held at that moment is free in the child.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O2 -g -pthread %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=output=%t/profile.%%p %t/prog
// RUN: ls %t/profile.* | count 41
// RUN: %same_counts %t/witness %t/profile.* | FileCheck %s
// CHECK: equal:

// In detail:
// RUN: rm %t/profile.* %t/witness
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=mode=lifetime+stacks+trace:output=%t/profile.%%p %t/prog 8
// RUN: %same_counts %t/witness %t/profile.*[0-9] | FileCheck %s
// RUN: %same_trace %t/profile.*[0-9] > %t/traces
// RUN: grep -c "^equal: 200 made, 200 freed" %t/traces | FileCheck %s --check-prefix=CHILDREN
// CHILDREN: {{^8$}}

#include <anomalloc/anomalloc.h>
#include <atomic>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static std::atomic<bool> Done;

static void work(unsigned Size) {
  for (unsigned I = 0; I < 200; ++I) {
    anomalloc::Scope Mine(I % 2 ? "odd" : "even");
    void *volatile Block = std::malloc(Size + I % 50);
    std::free(Block);
  }
}

int main(int argc, char **argv) {
  const int Children = argc > 1 ? std::atoi(argv[1]) : 40;
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T < 4; ++T)
    Threads.emplace_back([T] {
      while (!Done)
        work(100 * T + 1);
    });
  for (int Child = 0; Child < Children; ++Child) {
    anomalloc::Phase Forking(Child % 2 ? "forking" : "still forking");
    pid_t Pid = fork();
    if (Pid == 0) {
      // Only calls that POSIX allows in the child of a threaded program are
      // safe; glibc allows malloc, and so do we.
      work(1000);
      _exit(0);
    }
    int Status;
    if (waitpid(Pid, &Status, 0) != Pid || Status != 0)
      return 1;
  }
  Done = true;
  for (std::thread &T : Threads)
    T.join();
}

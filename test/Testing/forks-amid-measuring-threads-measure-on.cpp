// Whatever other threads are in the midst of when a process forks: the child can
// allocate, and measure; and so can its parent.

// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -O1 -g %s -o %t/test %rt_flags
// RUN: %t/test | FileCheck %s
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=%t/%%p.anomalloc %t/test | FileCheck %s
// CHECK: 200 children, 0 wrong

#include <anomalloc/test/assert.h>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static void makeAndFree(int Blocks) {
  for (int I = 0; I != Blocks; ++I) {
    void *volatile Block = malloc(30);
    free(Block);
  }
}

int main() {
  std::atomic<bool> Stop{false};
  std::vector<std::thread> All;
  for (int I = 0; I != 4; ++I)
    All.emplace_back([&Stop] {
      while (!Stop)
        assert_allocations(5) { makeAndFree(5); }
    });
  int Wrong = 0, Children = 0;
  for (; Children != 200 && !Wrong; ++Children) {
    pid_t Child = fork();
    if (!Child) {
      makeAndFree(3);
      assert_allocations(7) { makeAndFree(7); }
      _exit(0);
    }
    int Status;
    // A child that waits for ever is a failure, not a test without an end.
    long Rounds = 0;
    for (; !waitpid(Child, &Status, WNOHANG) && Rounds != 2000000; ++Rounds)
      assert_leaked_blocks(0) { makeAndFree(1); }
    if (Rounds == 2000000)
      kill(Child, SIGKILL);
    Wrong += Rounds == 2000000 || Status != 0;
  }
  Stop = true;
  for (std::thread &One : All)
    One.join();
  printf("%d children, %d wrong\n", Children, Wrong);
}

// Episodes begin and end while threads make blocks, give them back and let them
// grow: each event is in the middle of one now and then. The process goes on,
// and its own profile has all counts.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread -I %include %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %same_counts %t/witness %t/profile | FileCheck %s
// CHECK: equal

#include "anomalloc/Attach.h"
#include <atomic>
#include <cstdlib>
#include <thread>

static std::atomic<bool> Ends{false};
static std::atomic<int> Working{0};

__attribute__((noinline)) static void work() {
  void *volatile Block;
  ++Working;
  while (!Ends) {
    Block = malloc(40);
    Block = realloc(Block, 400);
    free(Block);
  }
}

int main() {
  std::thread One(work), Other(work);
  while (Working != 2)
    std::this_thread::yield();
  const char *const Modes[] = {"mode=lifetime", "mode=lifetime+stacks"};
  for (int Turn = 0; Turn != 300; ++Turn) {
    if (__anomalloc_begin_episode(Modes[Turn % 2]) != Turn + 1)
      return 1;
    std::this_thread::yield();
    if (__anomalloc_end_episode() != Turn + 1)
      return 2;
  }
  Ends = true;
  One.join();
  Other.join();
}

// Lanes of ended threads are used again: 600 threads, at most 8 at a time, more
// than `lanes` allows to tell apart; nothing is lost and nothing counted twice.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O2 -g -pthread %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=lanes=5:output=%t/profile %t/prog
// RUN: %same_counts %t/witness %t/profile | FileCheck %s
// CHECK: equal: {{[0-9]+}} allocations

#include <string>
#include <thread>
#include <vector>

static void work(unsigned Seed) {
  std::vector<std::string> Kept;
  for (unsigned I = 0; I < 50 + Seed % 50; ++I) {
    Kept.push_back(std::string(Seed % 37 + I, 'x'));
    delete[] new long[I % 5 + 1];
    delete new int;
  }
}

int main() {
  for (unsigned Wave = 0; Wave < 75; ++Wave) {
    std::vector<std::thread> Threads;
    for (unsigned I = 0; I < 8; ++I)
      Threads.emplace_back(work, Wave * 8 + I);
    for (std::thread &T : Threads)
      T.join();
  }
}

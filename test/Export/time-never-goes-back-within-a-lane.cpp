// Four times sixteen threads free what others made. In the order of the rows
// no block is freed before it was made, and no time of a lane goes back; that of
// another lane may. So a tool that sorts by lane and time keeps each lane's order.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O1 -pthread %s -o prog
// RUN: %anomalloc record --quiet --mode=trace --output=profile ./prog
// RUN: %anomalloc export --format=events profile > events
// RUN: %python %S/Inputs/times_of_lanes.py events | FileCheck %s
// CHECK: 16 lanes or more, 100,000 rows or more
// CHECK-NEXT: back within a lane: 0
// CHECK-NEXT: freed before made: 0

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

static std::atomic<void *> Shared[64];

static void work(unsigned Seed) {
  for (int I = 0; I != 900; ++I) {
    Seed = Seed * 1103515245 + 12345;
    void *Mine = std::malloc(Seed >> 16 & 255);
    std::free(Shared[Seed >> 8 & 63].exchange(Mine));
    if (I % 100 == 0)
      std::this_thread::yield();
  }
}

int main() {
  for (int Round = 0; Round != 4; ++Round) {
    std::vector<std::thread> Threads;
    for (unsigned I = 0; I != 16; ++I)
      Threads.emplace_back(work, Round * 16 + I);
    for (std::thread &T : Threads)
      T.join();
  }
}

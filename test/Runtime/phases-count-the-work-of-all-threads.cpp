// A phase is process-wide, a scope is the thread's own, both nest.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O2 -g -pthread %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %anomalloc report --json %t/profile | %python %S/Inputs/size_by_section.py 1000 | FileCheck %s
// CHECK: outside 1
// CHECK-NEXT: inner 40
// CHECK-NEXT: mine 8
// CHECK-NEXT: outer 60

#include <anomalloc/anomalloc.h>
#include <cstdlib>
#include <thread>
#include <vector>

static void take(int Times) {
  for (int I = 0; I < Times; ++I) {
    void *volatile Block = std::malloc(1000);
    std::free(Block);
  }
}

static void onFourThreads(int Times, bool Scoped) {
  std::vector<std::thread> Threads;
  for (int I = 0; I < 4; ++I)
    Threads.emplace_back([=] {
      take(Times);
      if (Scoped) {
        anomalloc::Scope Mine("mine");
        take(2);
      }
    });
  for (std::thread &T : Threads)
    T.join();
}

int main() {
  take(1);
  anomalloc::Phase Outer("outer");
  onFourThreads(5, true);
  {
    anomalloc::Phase Inner("inner");
    onFourThreads(10, false);
  }
  onFourThreads(10, false);
}

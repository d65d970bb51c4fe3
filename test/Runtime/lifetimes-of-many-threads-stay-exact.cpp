// Threads that come and go, give blocks to each other, and end: no block is lost
// and none is taken for another's. Phases change meanwhile.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread -I %include %s -o %t/prog
// RUN: env LIFETIME_LOG_OUT=%t/log LD_PRELOAD=%lifetime_log ANOMALLOC_OPTIONS=mode=lifetime:lanes=5:output=%t/profile %t/prog
// RUN: %same_lifetimes %t/log %t/profile --any-order | FileCheck %s
// CHECK: equal: {{[0-9]+}} allocated, {{[0-9]+}} freed, {{[0-9]+}} live
// CHECK-SAME: {{[1-9][0-9]+}} temporary, {{[1-9][0-9]+}} freed_elsewhere

// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/alone %t/prog
// RUN: %anomalloc report --json --no-probe %t/alone > %t/alone.json
// RUN: %python %S/../Inputs/lifetime_sums.py %t/alone.json 4100 allocated freed live at_peak | FileCheck %s --check-prefix=QUIET
// At the peak every thread held its own, and waited.
// QUIET: allocated 64 freed 64 live 0 at_peak 64

#include "anomalloc/anomalloc.h"
#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::mutex Lock;
static std::vector<std::string> Shared;

static void work(unsigned Seed) {
  std::vector<std::string> Mine;
  for (unsigned I = 0; I < 40 + Seed % 50; ++I) {
    Mine.push_back(std::string(Seed % 37 + I, 'x'));
    delete new int;
    delete[] new long[I % 5 + 1];
  }
  std::lock_guard<std::mutex> Guard(Lock);
  for (std::string &S : Mine)
    Shared.push_back(std::move(S));
  if (Seed % 3 == 0)
    Shared.clear();
}

static std::atomic<int> Waiting;

static void hold() {
  char *Block = new char[4100];
  asm volatile("" : : "r"(Block) : "memory");
  ++Waiting;
  while (Waiting < 65)
    std::this_thread::yield();
  delete[] Block;
}

int main() {
  for (unsigned Wave = 0; Wave < 20; ++Wave) {
    anomalloc::Phase Phase(Wave % 2 ? "odd" : "even");
    std::vector<std::thread> Threads;
    for (unsigned I = 0; I < 8; ++I)
      Threads.emplace_back(work, Wave * 8 + I);
    for (std::thread &T : Threads)
      T.join();
  }
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < 64; ++I)
    Threads.emplace_back(hold);
  while (Waiting < 64)
    std::this_thread::yield();
  // The last of many: the peak is here, and nothing moves.
  char *Block = new char[1 << 20];
  asm volatile("" : : "r"(Block) : "memory");
  delete[] Block;
  ++Waiting;
  for (std::thread &T : Threads)
    T.join();
}

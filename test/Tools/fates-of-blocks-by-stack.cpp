// In the mode lifetime+stacks each stack says what became of its blocks, also of
// those that other threads free, and of one allocating line that is called from
// several places. By site all is as in the mode lifetime.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g -pthread -I %include %s -o %t/prog
// RUN: env LIFETIME_LOG_OUT=%t/log LD_PRELOAD=%lifetime_log ANOMALLOC_OPTIONS=mode=lifetime+stacks:lanes=3:output=%t/profile %t/prog
// RUN: %same_lifetimes %t/log %t/profile --any-order | FileCheck %s --check-prefix=LOG
// LOG: equal:
// RUN: %same_by_stack %t/profile | FileCheck %s --check-prefix=SUMS
// SUMS: equal: {{[1-9][0-9]+}} all, {{[1-9][0-9]+}} leaked, {{[1-9][0-9]+}} peak, {{[1-9][0-9]+}} temporary, {{[1-9]}} reallocated, {{[01]}} moved, {{[1-9][0-9]+}} other-thread
// RUN: %anomalloc merge -o %t/merged %t/profile
// RUN: %same_by_stack %t/merged | FileCheck %s --check-prefix=SUMS
// RUN: %anomalloc stacks --json --blocks=leaked %t/profile | %check_schema stacks | FileCheck %s --check-prefix=VALID
// RUN: %anomalloc callgraph --format=json --blocks=leaked %t/profile | %check_schema callgraph | FileCheck %s --check-prefix=VALID
// VALID: valid

// Who loses blocks, though one line makes them all:
// RUN: %anomalloc stacks --user --blocks=leaked --size=56 %t/profile | FileCheck %s --check-prefix=LEAK
// LEAK: Number of stack trace types: 1
// LEAK-NEXT: 1/1: 17 blocks never freed, 952 B, 100 %
// LEAK-NEXT: [0] make(unsigned long) @
// LEAK-NEXT: [1] loses() @ {{.*}}stack.cpp:[[#LOSES:]]
// RUN: %anomalloc stacks --user --blocks=temporary --size=56 %t/profile | FileCheck %s --check-prefix=SHORT
// SHORT: 1/1: 100 temporary blocks, 5.469 KiB, 100 %
// SHORT-NEXT: [0] make(unsigned long) @
// SHORT-NEXT: [1] hurries() @
// RUN: %anomalloc callgraph --blocks=leaked --size=56 --sort=bytes %t/profile | FileCheck %s --check-prefix=GRAPH
// GRAPH: Where to repair 1 function leads to 100 % of the bytes of blocks never freed
// GRAPH: Shared by the most paths of 1 stack trace type, 952 B{{$}}
// The order may be that of the bytes.
// RUN: %anomalloc stacks --user --limit=1 --section=apart %t/profile | FileCheck %s --check-prefix=COUNT
// COUNT: 1/2: 2 occurrences, 16 B, 66.7 %
// RUN: %anomalloc stacks --user --limit=1 --section=apart --sort=bytes %t/profile | FileCheck %s --check-prefix=BYTES
// BYTES: 1/2: 1 occurrence, 1000 B, 98.4 %

// RUN: %anomalloc stacks --blocks=leaked --size=8 %t/profile | FileCheck %s --check-prefix=EMPTY
// RUN: %anomalloc callgraph --blocks=leaked --size=8 %t/profile | FileCheck %s --check-prefix=EMPTY
// EMPTY: No stack trace types of blocks never freed.

// RUN: env ANOMALLOC_OPTIONS=mode=stacks:output=%t/stacks %t/prog
// RUN: not %anomalloc stacks --blocks=peak %t/stacks 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: the profile does not say which blocks were peak: record with --mode=lifetime+stacks
// RUN: not %anomalloc stacks --blocks=peak --thread=0 %t/profile 2>&1 | FileCheck %s --check-prefix=THREAD
// THREAD: error: --thread does not go with --blocks=peak

#include "anomalloc/anomalloc.h"
#include <cstdlib>
#include <thread>
#include <vector>

__attribute__((noinline)) static void *make(std::size_t Size) {
  void *Block = std::malloc(Size);
  asm volatile("" : : "r"(Block) : "memory");
  return Block;
}

__attribute__((noinline)) static void loses() {
  for (int I = 0; I < 17; ++I)
    make(56);
  asm volatile("");
}

__attribute__((noinline)) static void hurries() {
  for (int I = 0; I < 100; ++I)
    std::free(make(56));
  asm volatile("");
}

__attribute__((noinline)) static std::vector<void *> gives(unsigned Seed) {
  std::vector<void *> Blocks;
  for (unsigned I = 0; I < 50; ++I)
    Blocks.push_back(make(Seed + 100));
  return Blocks;
}

__attribute__((noinline)) static void small() {
  std::free(make(8));
  std::free(make(8));
}
__attribute__((noinline)) static void large() {
  std::free(make(1000));
  asm volatile("");
}

int main() {
  loses();
  hurries();
  {
    anomalloc::Scope Apart("apart");
    small();
    large();
  }
  void *Moved = std::realloc(make(200), 100000);
  asm volatile("" : : "r"(Moved) : "memory");
  std::free(Moved);
  for (unsigned Round = 0; Round < 3; ++Round) {
    std::vector<std::vector<void *>> All(4);
    std::vector<std::thread> Threads;
    for (unsigned I = 0; I < 4; ++I)
      Threads.emplace_back([&All, I] { All[I] = gives(I % 2); });
    for (std::thread &T : Threads)
      T.join();
    for (std::vector<void *> &Blocks : All)
      for (void *Block : Blocks)
        std::free(Block);
  }
}

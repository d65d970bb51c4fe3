// Every way to make, to grow and to give back a block, successful and failed:
// what became of each size is what an independent log says, to the block.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g %s -o %t/prog
// RUN: env LIFETIME_LOG_OUT=%t/log LD_PRELOAD=%lifetime_log ANOMALLOC_OPTIONS=mode=lifetime:output=%t/profile %t/prog
// RUN: %same_lifetimes %t/log %t/profile | FileCheck %s
// CHECK: equal: {{[0-9]+}} allocated
// CHECK-SAME: 403{{[0-9][0-9]}} temporary, 0 freed_elsewhere

// Without a witness in front, which changes how calls come to the runtime:
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/alone %t/prog
// RUN: %anomalloc report --json --no-probe %t/alone > %t/alone.json
// RUN: %anomalloc report --json --no-probe %t/profile > %t/profile.json
// RUN: %python %S/Inputs/same_rows.py %t/alone.json %t/profile.json | FileCheck %s --check-prefix=ROWS
// ROWS: the same

// A program that was never instrumented:
// RUN: %clangxx -std=c++17 -O2 -g %s -o %t/plain
// RUN: env LIFETIME_LOG_OUT=%t/plain-log LD_PRELOAD=%lifetime_log:%rt_so ANOMALLOC_OPTIONS=mode=lifetime:output=%t/plain-profile %t/plain
// RUN: %same_lifetimes %t/plain-log %t/plain-profile | FileCheck %s

#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <map>
#include <new>
#include <string>
#include <vector>

static void *volatile Sink;
template <typename T> static T *keep(T *Block) {
  Sink = (void *)Block;
  return (T *)Sink;
}

static void everyWay(bool Free) {
  void *Blocks[32];
  int N = 0;
  Blocks[N++] = keep(malloc(11));
  Blocks[N++] = keep(calloc(3, 7));
  Blocks[N++] = keep(aligned_alloc(64, 128));
  Blocks[N++] = keep(memalign(64, 71));
  if (posix_memalign(&Blocks[N], 64, 81) == 0)
    ++N;
  Blocks[N++] = keep(valloc(91));
  Blocks[N++] = keep(realloc(keep(malloc(5)), 95));
  Blocks[N++] = keep(reallocarray(keep(malloc(6)), 3, 33));
  Blocks[N++] = keep(strdup("nineteen characters"));
  if (Free)
    for (int I = 0; I < N; ++I)
      free(Blocks[I]);
  void *A = keep(operator new(111));
  void *B = keep(operator new[](121));
  void *C = keep(operator new(131, std::nothrow));
  void *D = keep(operator new[](141, std::nothrow));
  void *E = keep(operator new(151, std::align_val_t(64)));
  void *F = keep(operator new[](161, std::align_val_t(64)));
  void *G = keep(operator new(0));
  if (!Free)
    return;
  operator delete(A, 111);
  operator delete[](B);
  operator delete(C, std::nothrow);
  operator delete[](D, std::nothrow);
  operator delete(E, std::align_val_t(64));
  operator delete[](F, 161, std::align_val_t(64));
  operator delete(G);
}

int main() {
  for (int I = 0; I < 100; ++I)
    everyWay(I % 3 != 0);
  for (int I = 0; I < 40000; ++I)
    free(keep(malloc(200 + I % 7)));
  // Grown until it fails; the old block stays.
  void *Block = keep(malloc(300));
  for (std::size_t Size = 301; Size < 2000; Size += 100)
    Block = keep(realloc(Block, Size));
  volatile std::size_t Huge = std::size_t(1) << 60;
  if (realloc(Block, Huge))
    return 1;
  Block = realloc(keep(Block), Huge - Huge); // Given back.
  std::map<int, std::string> Map;
  for (int I = 0; I < 2000; ++I)
    Map[I * 7919 % 2000] = std::string(I % 64, 'x');
  for (int I = 0; I < 2000; I += 3)
    Map.erase(I);
  std::vector<std::vector<int>> Rows(300, std::vector<int>(17));
  Rows.resize(100);
  try {
    keep(operator new(Huge));
  } catch (const std::bad_alloc &) {
  }
  free(nullptr);
  delete (int *)nullptr;
}

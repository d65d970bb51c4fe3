// A line all of whose blocks were freed by the call that made them: the finding
// names the function that was watched, which is the one that the line was
// inlined into, and stands for weaker findings of the same change. Nothing is
// said where one block outlived its call, where blocks are large or many, or
// where a function does not tell.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread -mllvm -anomalloc-activations=1 -c %s -o %t/a.o
// RUN: %anomalloc c++ -std=c++17 -O2 -g -DSILENT -c %s -o %t/silent.o
// RUN: %anomalloc c++ -pthread %t/a.o %t/silent.o -o %t/prog
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/profile %t/prog
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe --full-names %t/profile > %t/text
// RUN: FileCheck %s --check-prefix=INLINED --input-file=%t/text
// RUN: FileCheck %s --check-prefix=GROWTH --input-file=%t/text
// RUN: FileCheck %s --check-prefix=SEVERAL --input-file=%t/text
// RUN: FileCheck %s --check-prefix=NOTHING --input-file=%t/text
// RUN: FileCheck %s --check-prefix=SILENT --input-file=%t/text
// RUN: %anomalloc report --json --no-probe %t/profile | %check_schema report | FileCheck %s --check-prefix=VALID
// VALID: valid
// RUN: %anomalloc report --json --no-probe %t/profile | %query "sorted((r['size'], r['activation_known'], r['same_activation'], r['activation_functions']) for r in lifetimes['rows'] if r['size'] in (40, 72))" | FileCheck %s --check-prefix=JSON
// JSON: [(40, 1000, 1000, ['solve']), (40, 1000, 1000, ['solve']), (72, 1000, 1000, [])]

// The same from a merged profile.
// RUN: %anomalloc merge --output=%t/merged %t/profile %t/profile
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe --full-names %t/merged | FileCheck %s --check-prefix=MERGED
// MERGED: stack-candidate: all 4,000 blocks, of at most 40 bytes, were freed before the call of solve() that made them ended; never more than 4 at once

// The share of blocks stands beside their lifetimes, if it is known.
// RUN: %anomalloc report --only=lifetimes --top=0 --no-probe %t/profile | FileCheck %s --check-prefix=SHARE
// SHARE: other thread same call
// SHARE-DAG: 4,000 4,000 0 {{.*}} 0 % 100 %{{ *[[:space:]] *}}manyAtOnce()
// SHARE-DAG: 1,000 1,000 0 {{.*}} 0.1 % 99.9 %{{ *[[:space:]] *}}oneElsewhere(int)
// What a silent function makes is none of its caller's.
// SHARE-DAG: 4,000 4,000 0 {{[^%]*%[^%]*}} 0 %{{ *[[:space:]] *}}growsInSilence()
// SHARE-DAG: 1,000 1,000 0 {{[^%]*%[^%]*}} 0 %{{ *[[:space:]] *}}makesInSilence()
// SHARE: all
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread -DALONE %s -o %t/without
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/other %t/without
// RUN: %anomalloc report --only=lifetimes,findings --top=0 --no-probe %t/other | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: {{same call|stack-candidate}}
// WITHOUT: short-lived
// WITHOUT-NOT: {{same call|stack-candidate}}

#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#define FUNCTION __attribute__((noinline)) static

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

void *makesInSilence();
std::vector<long> growsInSilence();

#if defined(SILENT) || defined(ALONE)
// SILENT: growsInSilence() @ {{.*}}
// SILENT-NEXT: 4,000 allocations
// SILENT: growth-by-copying
// SILENT: makesInSilence() @ {{.*}} <- malloc
// SILENT-NEXT: allocations
// SILENT-NEXT: short-lived
void *makesInSilence() { return std::malloc(72); }

std::vector<long> growsInSilence() {
  std::vector<long> V;
  for (long I = 0; I < 5; ++I)
    V.push_back(I);
  return V;
}
#endif

#ifndef SILENT
static inline void helper() {
  // INLINED: helper() @ {{.*}}candidates.cpp:[[#@LINE+9]] <- operator new
  // INLINED-NEXT: 2,000 allocations of 40 bytes, {{.*}} in all ({{.*}}), 1 loop deep
  // INLINED-NEXT: called by solve()
  // Two copies, each with a peak of its own: at most the sum.
  // INLINED-NEXT: stack-candidate: all 2,000 blocks, of at most 40 bytes, were freed before the call of solve() that made them ended; never more than 2 at once
  // INLINED-NEXT: change: use a local array, or a container with a small buffer
  // INLINED-NEXT: saves less than 1 ms and 2,000 allocations
  // INLINED-NOT: short-lived
  // INLINED: {{^ +[0-9]+ }}
  std::unique_ptr<int[]> Block(new int[10]);
  use(Block.get());
}

FUNCTION void solve() {
  helper();
  helper();
}

// GROWTH: grow() @ {{.*}}candidates.cpp:[[#@LINE+7]] 
// GROWTH-NEXT: 5,000 allocations
// GROWTH-NEXT: stack-candidate: all 5,000 blocks, of at most 128 bytes, were freed before the call of grow() that made them ended; never more than 5 at once
// GROWTH: growth-by-copying
FUNCTION void grow() {
  std::vector<long> V;
  for (long I = 0; I < 16; ++I)
    V.push_back(I);
}

// SEVERAL: stack-candidate: all 3,000 blocks, of at most 24 bytes, were freed before the call of {{first[(][)] or second|second[(][)] or first}}() that made them ended
static inline void shared(int Times) {
  for (int I = 0; I < Times; ++I) {
    char *Block = new char[24];
    use(Block);
    delete[] Block;
  }
}
FUNCTION void first() { shared(1); }
FUNCTION void second() { shared(2); }

// NOTHING: {{^}}What to change
// NOTHING-NOT: stack-candidate: {{.*}} call of {{one|large|many|takes|.*Silence}}
FUNCTION void oneStays(int I) {
  void *Block = std::malloc(32);
  use(Block);
  if (I)
    std::free(Block);
}
FUNCTION void oneElsewhere(int I) {
  void *Block = std::malloc(33);
  use(Block);
  if (I)
    std::free(Block);
  else
    std::thread([=] { std::free(Block); }).join();
}
FUNCTION void largeBlock() {
  void *Block = std::malloc(5000);
  use(Block);
  std::free(Block);
}
FUNCTION void largeTogether() {
  void *Blocks[24];
  for (void *&Block : Blocks)
    Block = std::malloc(3000);
  use(Blocks);
  for (void *Block : Blocks)
    std::free(Block);
}
FUNCTION void manyAtOnce() {
  void *Blocks[40];
  for (void *&Block : Blocks)
    Block = std::malloc(48);
  use(Blocks);
  for (void *Block : Blocks)
    std::free(Block);
}
FUNCTION void takesFromSilent() {
  std::unique_ptr<int[]> Mine(new int[2000]);
  use(Mine.get());
  void *Block = makesInSilence();
  use(Block);
  std::free(Block);
  std::vector<long> V = growsInSilence();
  use(&V);
}

int main() {
  for (int I = 0; I < 1000; ++I) {
    solve();
    grow();
    first();
    second();
    oneStays(I);
    oneElsewhere(I);
    largeBlock();
    takesFromSilent();
    if (I < 100) {
      manyAtOnce();
      largeTogether();
    }
  }
}
#endif

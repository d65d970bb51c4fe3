// Small, mid-sized and large blocks side by side, grown and freed in any order, by
// glibc and by allocators that pack them more closely. Also blocks of which less
// was asked of malloc than of operator new: two may begin in one window of the
// table of blocks. (tbbmalloc makes blocks of its own while it makes the first.)

// REQUIRES: jemalloc, tcmalloc, mimalloc
// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o %t/prog
// RUN: env LIFETIME_LOG_OUT=%t/log LD_PRELOAD=%lifetime_log ANOMALLOC_OPTIONS=mode=lifetime:output=%t/profile %t/prog
// RUN: %same_lifetimes %t/log %t/profile | FileCheck %s
// RUN: env LIFETIME_LOG_OUT=%t/log-jemalloc LD_PRELOAD=%lifetime_log:%rt_so:%jemalloc ANOMALLOC_OPTIONS=mode=lifetime:output=%t/jemalloc %t/prog
// RUN: %same_lifetimes %t/log-jemalloc %t/jemalloc | FileCheck %s
// RUN: env LIFETIME_LOG_OUT=%t/log-tcmalloc LD_PRELOAD=%lifetime_log:%rt_so:%tcmalloc ANOMALLOC_OPTIONS=mode=lifetime:output=%t/tcmalloc %t/prog
// RUN: %same_lifetimes %t/log-tcmalloc %t/tcmalloc | FileCheck %s
// RUN: env LIFETIME_LOG_OUT=%t/log-mimalloc LD_PRELOAD=%lifetime_log:%rt_so:%mimalloc ANOMALLOC_OPTIONS=mode=lifetime:output=%t/mimalloc %t/prog
// RUN: %same_lifetimes %t/log-mimalloc %t/mimalloc | FileCheck %s
// CHECK: equal: {{[0-9]+}} allocated, {{[0-9]+}} freed, {{[0-9]+}} live

// RUN: %clangxx -std=c++17 -O1 -DOPERATORS -c %s -o %t/operators.o
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s %t/operators.o -o %t/packed
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/less %t/packed less
// RUN: %anomalloc report --json --no-probe %t/less > %t/less.json
// RUN: %python %S/../Inputs/lifetime_sums.py %t/less.json 1200 allocated freed live > %t/sums
// RUN: FileCheck %s --check-prefix=LESS < %t/sums
// LESS: allocated 500 freed 500 live 0

#include <cstdio>
#include <cstdlib>
#include <new>

#ifdef OPERATORS
// What is behind the first bytes is nobody's business.
void *operator new(size_t Size) { return malloc(Size == 1200 ? 24 : Size); }
void operator delete(void *Block) noexcept { free(Block); }
#else
static unsigned long State = 42;
static unsigned next(unsigned Bound) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return unsigned(State >> 33) % Bound;
}

static size_t anySize() { return 1 + next(1u << (3 + next(11))); }

static void anyOrder() {
  static void *volatile Blocks[2000];
  for (int I = 0; I != 60000; ++I) {
    unsigned At = next(2000);
    if (!Blocks[At]) {
      Blocks[At] = malloc(anySize());
    } else if (next(3) == 0) {
      Blocks[At] = realloc(Blocks[At], anySize());
    } else {
      free(Blocks[At]);
      Blocks[At] = nullptr;
    }
  }
}

static void less() {
  static void *volatile Blocks[500];
  for (auto &Block : Blocks)
    Block = operator new(1200);
  for (unsigned I = 0; I != 1000; ++I)
    if (unsigned At = next(500); Blocks[At]) {
      operator delete(Blocks[At]);
      Blocks[At] = nullptr;
    }
  for (auto &Block : Blocks)
    operator delete(Block);
}

int main(int argc, char **) { argc == 1 ? anyOrder() : less(); }
#endif

// A new handler gives memory back, at its first, second or third call, or
// throws then; some make blocks meanwhile. Each block counts once, whichever
// form of operator new asked, and however often.
//
// Without MALLOC_PERTURB_, which would write to each of the large blocks: that
// took minutes, and on some machines longer than a test may.

// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o prog
// RUN: env MALLOC_PERTURB_=0 %python %S/Inputs/told_counts.py %anomalloc count,stacks,lifetime,trace,lifetime+stacks "%t/prog" | FileCheck %s --check-prefixes=COUNT,ALL
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc c++ -std=c++17 -O1 -g %s -o static
// RUN: env MALLOC_PERTURB_=0 %python %S/Inputs/told_counts.py %anomalloc count,lifetime "%t/static" | FileCheck %s --check-prefix=COUNT
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc c++ -std=c++17 -O1 -g -static-libstdc++ %s -o inside
// RUN: env MALLOC_PERTURB_=0 %python %S/Inputs/told_counts.py %anomalloc count,lifetime "%t/inside" | FileCheck %s --check-prefix=COUNT
// RUN: %clangxx -std=c++17 -O1 -g %s -o plain
// RUN: env MALLOC_PERTURB_=0 %python %S/Inputs/told_counts.py %anomalloc count,stacks,lifetime,trace,lifetime+stacks "%t/plain" "LD_PRELOAD=%rt_so" | FileCheck %s --check-prefixes=COUNT,ALL
// COUNT: {{^}}count: 14 sizes are the same
// ALL: {{^}}stacks: 14 sizes are the same
// COUNT: {{^}}lifetime: 14 sizes are the same
// ALL: {{^}}trace: 14 sizes are the same
// ALL: {{^}}lifetime+stacks: 14 sizes are the same

// The C++ library of a program that comes to it late.
// RUN: %clangxx -std=c++17 -O1 -g -fPIC -shared %s -o plugin.so
// RUN: %clang -x c "%S/Inputs/runs-a-plugin.c" -o host
// RUN: env MALLOC_PERTURB_=0 %python %S/Inputs/told_counts.py %anomalloc count,lifetime "%t/host" "LD_PRELOAD=%rt_so" | FileCheck %s --check-prefix=COUNT

// Whatever an allocator asks of itself is none of the program's.
// RUN: %clang -O1 -fno-builtin -fPIC -shared "%S/Inputs/allocator-that-asks-itself.c" -o asks.so
// RUN: env MALLOC_PERTURB_=0 %python %S/Inputs/told_counts.py %anomalloc count,stacks,lifetime,trace,lifetime+stacks "%t/plain" "LD_PRELOAD=%rt_so %t/asks.so" | FileCheck %s --check-prefixes=COUNT,ALL

#include <cstdio>
#include <cstdlib>
#include <new>
#include <sys/resource.h>

/// Blocks that the program got, by the last digits of their size.
static unsigned Told[1 << 12];
static const size_t Large = size_t(200) << 20;
static void *volatile Sink;

static void *note(void *Block, size_t Size) {
  if (Block)
    ++Told[Size % Large % 4096];
  return Block;
}

static void *Fill[64];
static int Filled;
static void fill() {
  while (Filled != 64 && (Fill[Filled] = note(std::malloc(Large), Large)))
    ++Filled;
}
static int Calls, GivesAt;
static bool Allocates, Throws;
static void handle() {
  ++Calls;
  if (Allocates) {
    void *P = note(std::malloc(601), 601);
    Sink = P;
    std::free(P);
    P = nullptr;
    if (posix_memalign(&P, 64, 602) == 0)
      note(P, 602);
    Sink = P;
    std::free(P);
    P = note(operator new(603, std::align_val_t(64)), 603);
    Sink = P;
    operator delete(P, std::align_val_t(64));
    P = note(operator new(604), 604);
    Sink = P;
    operator delete(P);
    P = note(std::calloc(1, 605), 605);
    Sink = P;
    std::free(P);
  }
  if (Calls < GivesAt)
    return;
  if (Throws)
    throw 42;
  std::free(Fill[--Filled]);
}

template <typename New, typename Delete>
static void attempt(size_t Number, New Make, Delete End) {
  for (GivesAt = 1; GivesAt != 4; ++GivesAt)
    for (int How = 0; How != 4; ++How) {
      Allocates = How & 1;
      Throws = How & 2;
      Calls = 0;
      fill();
      void *Block = nullptr;
      try {
        Block = note(Make(Large + Number), Large + Number);
      } catch (int) {
      }
      if (Calls != GivesAt || !Block != Throws)
        std::printf("form %zu: %d calls, %p\n", Number, Calls, Block);
      if (Block)
        End(Block);
    }
}

int main() {
  rlimit Limit;
  getrlimit(RLIMIT_AS, &Limit);
  Limit.rlim_cur = size_t(3) << 30;
  setrlimit(RLIMIT_AS, &Limit);
  std::set_new_handler(handle);
  constexpr std::align_val_t At{64};
  attempt(
      1, [](size_t N) { return operator new(N); },
      [](void *P) { operator delete(P); });
  attempt(
      2, [](size_t N) { return operator new[](N); },
      [](void *P) { operator delete[](P); });
  attempt(
      3, [](size_t N) { return operator new(N, std::nothrow); },
      [](void *P) { operator delete(P, std::nothrow); });
  attempt(
      4, [](size_t N) { return operator new[](N, std::nothrow); },
      [](void *P) { operator delete[](P); });
  attempt(
      64, [=](size_t N) { return operator new(N, At); },
      [=](void *P) { operator delete(P, At); });
  attempt(
      128, [=](size_t N) { return operator new[](N, At); },
      [=](void *P) { operator delete[](P, At); });
  attempt(
      192, [=](size_t N) { return operator new(N, At, std::nothrow); },
      [=](void *P) { operator delete(P, At); });
  attempt(
      256, [=](size_t N) { return operator new[](N, At, std::nothrow); },
      [=](void *P) { operator delete[](P, At); });
  while (Filled)
    std::free(Fill[--Filled]);
  for (size_t I = 0; I != 4096; ++I)
    if (Told[I])
      std::printf("%zu %u\n", I > 600 ? I : I + Large, Told[I]);
  return 0;
}

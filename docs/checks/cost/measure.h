// Time and allocations of small pieces of code, for the programs beside this
// file. Include it in one file of a program: it replaces operator new.

#ifndef ANOMALLOC_DOCS_CHECKS_COST_MEASURE_H
#define ANOMALLOC_DOCS_CHECKS_COST_MEASURE_H

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>

static long Allocations;
void *operator new(std::size_t Size) {
  ++Allocations;
  if (void *Block = std::malloc(Size))
    return Block;
  std::abort();
}
void operator delete(void *Block) noexcept { std::free(Block); }
void operator delete(void *Block, std::size_t) noexcept { std::free(Block); }

/// Makes the compiler believe that the object is looked at and changed.
template <typename T> static void use(T &Object) {
  asm volatile("" : : "r"(&Object) : "memory");
}

/// Prints nanoseconds and allocations of one call of \p Do, the best of five
/// times \p Runs calls.
template <typename Step>
static void measure(const char *What, long Runs, Step Do) {
  double Best = 1e18;
  for (int Try = 0; Try < 5; ++Try) {
    Allocations = 0;
    auto Start = std::chrono::steady_clock::now();
    for (long I = 0; I < Runs; ++I)
      Do();
    std::chrono::duration<double, std::nano> Time =
        std::chrono::steady_clock::now() - Start;
    Best = std::min(Best, Time.count() / Runs);
  }
  std::printf("%-40s  %9.1f ns  %6.1f allocations\n", What, Best,
              double(Allocations) / Runs);
}

#endif // ANOMALLOC_DOCS_CHECKS_COST_MEASURE_H

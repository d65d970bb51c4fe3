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

// The standard memory resources allocate with an alignment.
#ifdef __cpp_aligned_new
void *operator new(std::size_t Size, std::align_val_t Align) {
  ++Allocations;
  const std::size_t Unit = std::size_t(Align);
  if (void *Block = std::aligned_alloc(Unit, (Size + Unit - 1) / Unit * Unit))
    return Block;
  std::abort();
}
void operator delete(void *Block, std::align_val_t) noexcept {
  std::free(Block);
}
void operator delete(void *Block, std::size_t, std::align_val_t) noexcept {
  std::free(Block);
}
#endif

/// Makes the compiler believe that the object is looked at and changed.
template <typename T> static void use(T &&Object) {
  asm volatile("" : : "r"(&Object) : "memory");
}

/// Prints nanoseconds and allocations of one step, the best of five times
/// \p Do(Steps), which takes so many steps in a loop of its own: for what is
/// made once before that loop.
template <typename Loop>
static void measureLoop(const char *What, long Steps, Loop Do) {
  double Best = 1e18;
  for (int Try = 0; Try < 5; ++Try) {
    Allocations = 0;
    auto Start = std::chrono::steady_clock::now();
    Do(Steps);
    std::chrono::duration<double, std::nano> Time =
        std::chrono::steady_clock::now() - Start;
    Best = std::min(Best, Time.count() / Steps);
  }
  std::printf("%-40s  %9.1f ns  %8.3f allocations\n", What, Best,
              double(Allocations) / Steps);
}

/// The same for \p Runs calls of \p Do.
template <typename Step>
static void measure(const char *What, long Runs, Step Do) {
  measureLoop(What, Runs, [&](long N) {
    while (N--)
      Do();
  });
}

#endif // ANOMALLOC_DOCS_CHECKS_COST_MEASURE_H

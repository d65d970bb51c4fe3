// What a getter that returns a copy costs beside one that returns a reference,
// for vectors of several lengths:
//   clang++-19 -O2 docs/checks/cost/copying-return.cpp -o cost && ./cost
// Prints nanoseconds and allocations of one call, the best of five runs. The
// getters are not inlined: what is inlined the optimizer may see through.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

static long Allocations;
void *operator new(std::size_t Size) {
  ++Allocations;
  if (void *Block = std::malloc(Size))
    return Block;
  std::abort();
}
void operator delete(void *Block) noexcept { std::free(Block); }
void operator delete(void *Block, std::size_t) noexcept { std::free(Block); }

struct Mesh {
  std::vector<std::vector<int>> Nodes;
  __attribute__((noinline)) std::vector<int> copied(int I) const {
    return Nodes[I];
  }
  __attribute__((noinline)) const std::vector<int> &referred(int I) const {
    return Nodes[I];
  }
};

template <typename Step>
static void measure(const char *What, int Length, Step Do) {
  const long Runs = 20'000'000 / (Length + 20);
  const Mesh M{{std::vector<int>(Length, 1)}};
  double Best = 1e9;
  for (int Try = 0; Try < 5; ++Try) {
    Allocations = 0;
    long Sum = 0;
    auto Start = std::chrono::steady_clock::now();
    for (long I = 0; I < Runs; ++I)
      Sum += Do(M);
    asm volatile("" : : "r"(Sum) : "memory");
    std::chrono::duration<double, std::nano> Time =
        std::chrono::steady_clock::now() - Start;
    Best = std::min(Best, Time.count() / Runs);
  }
  std::printf("%5d ints  %-12s  %7.1f ns  %.0f allocations\n", Length, What,
              Best, double(Allocations) / Runs);
}

int main() {
  for (int Length : {3, 16, 128, 1024}) {
    measure("T get()", Length,
            [](const Mesh &M) { return M.copied(0).size(); });
    measure("const T &get()", Length,
            [](const Mesh &M) { return M.referred(0).size(); });
  }
}

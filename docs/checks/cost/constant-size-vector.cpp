// What a local vector of constant size costs beside std::array:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/constant-size-vector.cpp -o cost
//   && ./cost
// Prints nanoseconds and allocations of one round, the best of five runs.

#include <algorithm>
#include <array>
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

template <typename T> static void keep(T *Data) {
  asm volatile("" : : "r"(Data) : "memory");
}

template <typename Round>
static void measure(const char *What, const char *How, long Runs, Round Do) {
  double Best = 1e9;
  for (int Try = 0; Try < 5; ++Try) {
    Allocations = 0;
    auto Start = std::chrono::steady_clock::now();
    for (long I = 0; I < Runs; ++I)
      Do();
    std::chrono::duration<double, std::nano> Time =
        std::chrono::steady_clock::now() - Start;
    Best = std::min(Best, Time.count() / Runs);
  }
  std::printf("%-14s %-10s %9.1f ns  %.0f allocations\n", What, How, Best,
              double(Allocations) / Runs);
}

template <std::size_t N> static void sizes(const char *What, long Runs) {
  measure(What, "vector", Runs, [] {
    std::vector<double> V(N, 0.0);
    keep(V.data());
  });
  measure(What, "array", Runs, [] {
    std::array<double, N> A = {};
    keep(A.data());
  });
}

int main() {
  sizes<3>("3 doubles", 1'000'000);
  sizes<15>("15 doubles", 1'000'000);
  sizes<128>("128 doubles", 300'000);
}

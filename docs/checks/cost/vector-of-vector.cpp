// What a matrix costs as a vector of vectors, and as one flat vector: made,
// written through once, and released.
//   clang++-19 -std=c++17 -O2 docs/checks/cost/vector-of-vector.cpp -o cost &&
//   ./cost
// Prints nanoseconds and allocations of one round, the best of five runs.

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

static void sizes(const char *What, int N, int M, long Runs) {
  measure(What, "nested", Runs, [=] {
    std::vector<std::vector<double>> A(N, std::vector<double>(M));
    for (int I = 0; I < N; ++I)
      for (int J = 0; J < M; ++J)
        A[I][J] += I + J;
    keep(A[0].data());
  });
  measure(What, "flat", Runs, [=] {
    std::vector<double> A(std::size_t(N) * M);
    for (int I = 0; I < N; ++I)
      for (int J = 0; J < M; ++J)
        A[std::size_t(I) * M + J] += I + J;
    keep(A.data());
  });
}

int main() {
  sizes("3 x 3", 3, 3, 500'000);
  sizes("100 x 3", 100, 3, 50'000);
  sizes("16 x 16", 16, 16, 100'000);
  sizes("300 x 300", 300, 300, 300);
}

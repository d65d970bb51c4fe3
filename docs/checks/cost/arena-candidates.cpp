// What five local vectors cost one by one, and in an arena on the stack:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/arena-candidates.cpp -o cost &&
//   ./cost
// Prints nanoseconds and allocations of one round, the best of five runs.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory_resource>
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

static void sizes(const char *What, int N, long Runs) {
  measure(What, "vectors", Runs, [=] {
    std::vector<double> A(N), B(N), C(N * N), D(N), E(N);
    keep(A.data()), keep(B.data()), keep(C.data()), keep(D.data());
    keep(E.data());
  });
  measure(What, "arena", Runs, [=] {
    std::byte Buffer[2048];
    std::pmr::monotonic_buffer_resource Arena(Buffer, sizeof Buffer);
    std::pmr::vector<double> A(N, &Arena), B(N, &Arena), C(N * N, &Arena),
        D(N, &Arena), E(N, &Arena);
    keep(A.data()), keep(B.data()), keep(C.data()), keep(D.data());
    keep(E.data());
  });
}

int main() {
  sizes("3", 3, 500'000);
  sizes("8", 8, 500'000);
  sizes("30", 30, 100'000);
}

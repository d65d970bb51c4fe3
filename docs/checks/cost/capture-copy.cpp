// What `[x]` costs beside `[&x]`, for a vector that an algorithm's lambda reads:
//   clang++-19 -O2 docs/checks/cost/capture-copy.cpp -o cost && ./cost
// Prints microseconds and allocations of one call, the best of five runs.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <numeric>
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

template <typename Step> static void measure(const char *What, Step Do) {
  const int Runs = 200;
  double Best = 1e9;
  for (int Try = 0; Try < 5; ++Try) {
    Allocations = 0;
    auto Start = std::chrono::steady_clock::now();
    for (int I = 0; I < Runs; ++I)
      Do();
    std::chrono::duration<double, std::micro> Time =
        std::chrono::steady_clock::now() - Start;
    Best = std::min(Best, Time.count() / Runs);
  }
  std::printf("%-16s  %8.1f us  %.0f allocations\n", What, Best,
              double(Allocations) / Runs);
}

int main() {
  const int N = 2000;
  std::vector<int> Keys(N), Order(N);
  for (int I = 0; I < N; ++I)
    Keys[I] = I * 7919 % N;
  auto Shuffle = [&] { std::iota(Order.begin(), Order.end(), 0); };
  measure("sort, [x]", [&] {
    Shuffle();
    std::sort(Order.begin(), Order.end(),
              [Keys](int A, int B) { return Keys[A] < Keys[B]; });
  });
  measure("sort, [&x]", [&] {
    Shuffle();
    std::sort(Order.begin(), Order.end(),
              [&Keys](int A, int B) { return Keys[A] < Keys[B]; });
  });
  measure("find_if, [x]", [&] {
    asm volatile("" : : "r"(&*std::find_if(Order.begin(), Order.end() - 1,
                                           [Keys](int A) {
                                             return Keys[A] == 40;
                                           })));
  });
  measure("find_if, [&x]", [&] {
    asm volatile("" : : "r"(&*std::find_if(Order.begin(), Order.end() - 1,
                                           [&Keys](int A) {
                                             return Keys[A] == 40;
                                           })));
  });
}

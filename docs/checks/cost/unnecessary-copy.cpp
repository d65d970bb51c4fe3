// What `T x = f()` costs beside `const T &x = f()`, for strings and vectors:
//   clang++-19 -O2 docs/checks/cost/unnecessary-copy.cpp -o cost && ./cost
// Prints nanoseconds and allocations of one iteration, the best of five runs.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
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

template <typename T> __attribute__((noinline)) const T &get(const T &X) {
  return X;
}
template <typename T> __attribute__((noinline)) std::size_t look(const T &X) {
  return X.size();
}

template <typename T> static void measure(const char *What, const T &Value) {
  const long Runs = 2'000'000;
  double Best[2] = {1e9, 1e9};
  long Blocks[2] = {0, 0};
  for (int Try = 0; Try < 10; ++Try) {
    const bool Copies = Try % 2;
    Allocations = 0;
    std::size_t Sum = 0;
    auto Start = std::chrono::steady_clock::now();
    for (long I = 0; I < Runs; ++I)
      if (Copies) {
        auto X = get(Value);
        Sum += look(X);
      } else {
        const auto &X = get(Value);
        Sum += look(X);
      }
    asm volatile("" : : "r"(Sum) : "memory");
    std::chrono::duration<double, std::nano> Time =
        std::chrono::steady_clock::now() - Start;
    Best[Copies] = std::min(Best[Copies], Time.count() / Runs);
    Blocks[Copies] = Allocations;
  }
  for (int Copies : {1, 0})
    std::printf("%-22s  %-14s  %7.1f ns  %.0f allocations\n", What,
                Copies ? "auto x" : "const auto &x", Best[Copies],
                double(Blocks[Copies]) / Runs);
}

int main() {
  measure("string of 8", std::string(8, 'x'));
  measure("string of 40", std::string(40, 'x'));
  measure("vector of 3 ints", std::vector<int>(3, 1));
  measure("vector of 1024 ints", std::vector<int>(1024, 1));
  measure("vector of 8 strings",
          std::vector<std::string>(8, std::string(40, 'x')));
}

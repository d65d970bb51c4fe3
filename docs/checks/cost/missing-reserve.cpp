// What growth without reserve costs:
//   clang++-19 -O2 docs/checks/cost/missing-reserve.cpp -o cost && ./cost
// Prints the cost of one whole loop.

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

/// Nanoseconds and allocations of one step, the best of five runs of Do(Steps).
template <typename Function>
static void measure(const char *What, long Steps, Function Do) {
  double Best = 1e30;
  for (int Try = 0; Try < 5; ++Try) {
    Allocations = 0;
    auto Start = std::chrono::steady_clock::now();
    Do(Steps);
    std::chrono::duration<double, std::nano> Time =
        std::chrono::steady_clock::now() - Start;
    Best = std::min(Best, Time.count() / double(Steps));
  }
  std::printf("%-48s %9.1f ns  %.3f allocations\n", What, Best,
              double(Allocations) / double(Steps));
}
template <typename T> static void keep(const T &Object) {
  asm volatile("" : : "r"(&Object) : "memory");
}

template <typename T> static void run(const char *Type, const T &Value) {
  for (int Length : {8, 64, 1000})
    for (bool Reserve : {false, true}) {
      char What[64];
      std::snprintf(What, sizeof(What), "%s x %d, %s", Type, Length,
                    Reserve ? "reserve" : "no reserve");
      measure(What, 2000000 / (Length + 20), [&](long N) {
        while (N--) {
          std::vector<T> V;
          if (Reserve)
            V.reserve(Length);
          for (int I = 0; I < Length; ++I)
            V.push_back(Value);
          keep(V);
        }
      });
    }
}

int main() {
  run<int>("int", 1);
  run<std::string>("short string", "abc");
}

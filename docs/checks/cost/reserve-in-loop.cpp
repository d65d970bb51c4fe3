// What reserve(size() + n) in a loop costs:
//   clang++-19 -O2 docs/checks/cost/reserve-in-loop.cpp -o cost && ./cost
// and with -stdlib=libc++. Prints the cost of appending one block of four.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <unordered_set>
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

template <bool Reserve> static void run(const char *With) {
  char What[64];
  for (long Steps : {100L, 1000L, 20000L}) {
    std::snprintf(What, sizeof(What), "vector, %ld blocks, %s", Steps, With);
    measure(What, Steps, [](long Blocks) {
      std::vector<int> V;
      for (long B = 0; B < Blocks; ++B) {
        if (Reserve)
          V.reserve(V.size() + 4);
        for (int I = 0; I < 4; ++I)
          V.push_back(I);
      }
      keep(V);
    });
  }
  std::snprintf(What, sizeof(What), "string, 20000 blocks, %s", With);
  measure(What, 20000, [](long Blocks) {
    std::string S;
    for (long B = 0; B < Blocks; ++B) {
      if (Reserve)
        S.reserve(S.size() + 4);
      S.append("abcd");
    }
    keep(S);
  });
  std::snprintf(What, sizeof(What), "unordered_set, 20000 blocks, %s", With);
  measure(What, 20000, [](long Blocks) {
    std::unordered_set<long> S;
    for (long B = 0; B < Blocks; ++B) {
      if (Reserve)
        S.reserve(S.size() + 4);
      for (int I = 0; I < 4; ++I)
        S.insert(4 * B + I);
    }
    keep(S);
  });
}

int main() {
  run<true>("reserve");
  run<false>("no reserve");
}

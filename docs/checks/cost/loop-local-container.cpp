// What a container or stream costs that each iteration makes anew, beside one
// that is cleared:
//   clang++-19 -O2 docs/checks/cost/loop-local-container.cpp -o cost && ./cost
// Prints the cost of one iteration.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <sstream>
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

static void fill(std::vector<int> &V, int Length) {
  for (int I = 0; I < Length; ++I)
    V.push_back(I);
  keep(V);
}

int main() {
  for (int Length : {4, 32, 256}) {
    char What[64];
    std::snprintf(What, sizeof(What), "vector of %d, push_back, new", Length);
    measure(What, 100000, [=](long N) {
      while (N--) {
        std::vector<int> V;
        fill(V, Length);
      }
    });
    std::snprintf(What, sizeof(What), "vector of %d, push_back, clear", Length);
    measure(What, 100000, [=](long N) {
      std::vector<int> V;
      while (N--) {
        V.clear();
        fill(V, Length);
      }
    });
    std::snprintf(What, sizeof(What), "vector(%d), new", Length);
    measure(What, 100000, [=](long N) {
      while (N--) {
        std::vector<double> V(Length);
        keep(V);
      }
    });
    std::snprintf(What, sizeof(What), "vector(%d), clear, resize", Length);
    measure(What, 100000, [=](long N) {
      std::vector<double> V;
      while (N--) {
        V.clear();
        V.resize(Length);
        keep(V);
      }
    });
  }
  measure("ostringstream, new", 100000, [](long N) {
    while (N--) {
      std::ostringstream Out;
      Out << "number " << N;
      keep(Out);
    }
  });
  measure("ostringstream, str(\"\"), clear()", 100000, [](long N) {
    std::ostringstream Out;
    while (N--) {
      Out.str("");
      Out.clear();
      Out << "number " << N;
      keep(Out);
    }
  });
}

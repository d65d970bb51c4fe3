// What objects cost that are expensive to build:
//   clang++-19 -O2 docs/checks/cost/expensive-object-in-loop.cpp -o cost &&
//   ./cost
// Prints the cost of building one, and for the first pair also that of a match.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <locale>
#include <new>
#include <random>
#include <regex>

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

int main() {
  const std::string Text = "2024-05-06";
  measure("regex built and matched", 1000, [&](long N) {
    while (N--) {
      std::regex Date("([0-9]+)-([0-9]+)-([0-9]+)");
      keep(std::regex_match(Text, Date));
    }
  });
  measure("regex matched", 1000, [&](long N) {
    const std::regex Date("([0-9]+)-([0-9]+)-([0-9]+)");
    while (N--)
      keep(std::regex_match(Text, Date));
  });
  measure("locale with a new facet", 10000, [](long N) {
    while (N--)
      keep(std::locale(std::locale::classic(), new std::numpunct<char>));
  });
  measure("locale with a facet that is kept", 10000, [](long N) {
    static auto *Facet = new std::numpunct<char>(1);
    while (N--)
      keep(std::locale(std::locale::classic(), Facet));
  });
  measure("locale by its name", 10000, [](long N) {
    while (N--)
      keep(std::locale("C.UTF-8"));
  });
  measure("locale copied", 10000, [](long N) {
    const std::locale Named("C.UTF-8");
    while (N--)
      keep(std::locale(Named));
  });
  measure("mt19937 filled from random_device", 1000, [](long N) {
    while (N--)
      keep(std::mt19937(std::random_device{}())());
  });
  measure("mt19937 asked", 1000, [](long N) {
    std::mt19937 Engine(std::random_device{}());
    while (N--)
      keep(Engine());
  });
  measure("discrete_distribution of 4", 10000, [](long N) {
    while (N--)
      keep(std::discrete_distribution<int>({1, 2, 3, 4}));
  });
  measure("ofstream opened to append", 1000, [](long N) {
    while (N--)
      keep(std::ofstream("/dev/null", std::ios::app));
  });
}

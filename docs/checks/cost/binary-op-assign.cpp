// What `x = x * y` costs beside `x *= y`, for vectors of several lengths:
//   clang++-19 -O2 docs/checks/cost/binary-op-assign.cpp -o cost && ./cost
// Prints nanoseconds and allocations of one multiplication, the best of five
// runs.

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

struct ObjectData {
  std::vector<double> Values;
  ObjectData &operator*=(const ObjectData &Other) {
    for (std::size_t I = 0; I < Values.size(); ++I)
      Values[I] *= Other.Values[I];
    return *this;
  }
};
static ObjectData operator*(ObjectData X, const ObjectData &Y) {
  X *= Y;
  return X;
}

template <typename Step>
static void measure(const char *What, int Length, Step Do) {
  const long Runs = 20'000'000 / (Length + 20);
  double Best = 1e9;
  for (int Try = 0; Try < 5; ++Try) {
    ObjectData X{std::vector<double>(Length, 1.0)},
        Y{std::vector<double>(Length, 1.0)};
    Allocations = 0;
    auto Start = std::chrono::steady_clock::now();
    for (long I = 0; I < Runs; ++I) {
      Do(X, Y);
      asm volatile("" : : "r"(X.Values.data()) : "memory");
    }
    std::chrono::duration<double, std::nano> Time =
        std::chrono::steady_clock::now() - Start;
    Best = std::min(Best, Time.count() / Runs);
  }
  std::printf("%5d doubles  %-9s  %7.1f ns  %.0f allocations\n", Length, What,
              Best, double(Allocations) / Runs);
}

int main() {
  for (int Length : {2, 16, 128, 1024}) {
    measure("x = x * y", Length,
            [](ObjectData &X, const ObjectData &Y) { X = X * Y; });
    measure("x *= y", Length,
            [](ObjectData &X, const ObjectData &Y) { X *= Y; });
  }
}

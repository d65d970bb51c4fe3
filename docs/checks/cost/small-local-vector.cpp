// What a small local vector costs beside one that holds a few elements in
// place:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/small-local-vector.cpp -o cost
//   && ./cost
// Prints nanoseconds and allocations of one round, the best of five runs.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

/// The idea of a small vector, for int: a buffer in place, and the heap beyond.
class Small {
public:
  explicit Small(std::size_t Size) : Data(Size <= 16 ? Buffer : new int[Size]) {
    std::memset(Data, 0, Size * sizeof(int));
  }
  Small(const Small &) = delete;
  ~Small() {
    if (Data != Buffer)
      delete[] Data;
  }
  int *data() { return Data; }

private:
  int *Data;
  int Buffer[16];
};

static void sizes(const char *What, std::size_t Size) {
  asm volatile("" : "+r"(Size));
  measure(What, "vector", 1'000'000, [=] {
    std::vector<int> V(Size);
    keep(V.data());
  });
  measure(What, "small", 1'000'000, [=] {
    Small V(Size);
    keep(V.data());
  });
}

int main() {
  sizes("2 ints", 2);
  sizes("15 ints", 15);
  sizes("17 ints", 17);
}

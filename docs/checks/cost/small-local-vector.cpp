// What a small local vector costs beside one that holds a few elements in
// place:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/small-local-vector.cpp -o cost
//   && ./cost
// Prints nanoseconds and allocations of one round, the best of five runs.

#include "measure.h"
#include <cstring>
#include <vector>

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
  std::printf("%s\n", What);
  asm volatile("" : "+r"(Size));
  measure("vector", 1'000'000, [=] {
    std::vector<int> V(Size);
    use(V[0]);
  });
  measure("small", 1'000'000, [=] {
    Small V(Size);
    use(*V.data());
  });
}

int main() {
  sizes("2 ints", 2);
  sizes("15 ints", 15);
  sizes("17 ints", 17);
}

// What a local vector of constant size costs beside std::array:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/constant-size-vector.cpp -o cost
//   && ./cost
// Prints nanoseconds and allocations of one round, the best of five runs.

#include "measure.h"
#include <array>
#include <vector>

template <std::size_t N> static void sizes(const char *What, long Runs) {
  std::printf("%s\n", What);
  measure("vector", Runs, [] {
    std::vector<double> V(N, 0.0);
    use(V[0]);
  });
  measure("array", Runs, [] {
    std::array<double, N> A = {};
    use(A[0]);
  });
}

int main() {
  sizes<3>("3 doubles", 1'000'000);
  sizes<15>("15 doubles", 1'000'000);
  sizes<128>("128 doubles", 300'000);
}

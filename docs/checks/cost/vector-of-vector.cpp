// What a matrix costs as a vector of vectors, and as one flat vector: made,
// written through once, and released.
//   clang++-19 -std=c++17 -O2 docs/checks/cost/vector-of-vector.cpp -o cost &&
//   ./cost
// Prints nanoseconds and allocations of one round, the best of five runs.

#include "measure.h"
#include <vector>

static void sizes(const char *What, int N, int M, long Runs) {
  std::printf("%s\n", What);
  measure("nested", Runs, [=] {
    std::vector<std::vector<double>> A(N, std::vector<double>(M));
    for (int I = 0; I < N; ++I)
      for (int J = 0; J < M; ++J)
        A[I][J] += I + J;
    use(A[0][0]);
  });
  measure("flat", Runs, [=] {
    std::vector<double> A(std::size_t(N) * M);
    for (int I = 0; I < N; ++I)
      for (int J = 0; J < M; ++J)
        A[std::size_t(I) * M + J] += I + J;
    use(A[0]);
  });
}

int main() {
  sizes("3 x 3", 3, 3, 500'000);
  sizes("100 x 3", 100, 3, 50'000);
  sizes("16 x 16", 16, 16, 100'000);
  sizes("300 x 300", 300, 300, 300);
}

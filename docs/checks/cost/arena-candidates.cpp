// What five local vectors cost one by one, and in an arena on the stack:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/arena-candidates.cpp -o cost &&
//   ./cost
// Prints nanoseconds and allocations of one round, the best of five runs.

#include "measure.h"
#include <cstddef>
#include <memory_resource>
#include <vector>

static void sizes(const char *What, int N, long Runs) {
  std::printf("%s\n", What);
  measure("vectors", Runs, [=] {
    std::vector<double> A(N), B(N), C(N * N), D(N), E(N);
    use(A[0]), use(B[0]), use(C[0]), use(D[0]), use(E[0]);
  });
  measure("arena", Runs, [=] {
    std::byte Buffer[2048];
    std::pmr::monotonic_buffer_resource Arena(Buffer, sizeof Buffer);
    std::pmr::vector<double> A(N, &Arena), B(N, &Arena), C(N * N, &Arena),
        D(N, &Arena), E(N, &Arena);
    use(A[0]), use(B[0]), use(C[0]), use(D[0]), use(E[0]);
  });
}

int main() {
  sizes("n = 3", 3, 500'000);
  sizes("n = 8", 8, 500'000);
  sizes("n = 30", 30, 100'000);
}

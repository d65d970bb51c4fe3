// What `[x]` costs beside `[&x]`, for a vector that an algorithm's lambda
// reads:
//   clang++-19 -O2 docs/checks/cost/capture-copy.cpp -o cost && ./cost
// Prints nanoseconds and allocations of one call, the best of five runs.

#include "measure.h"
#include <algorithm>
#include <numeric>
#include <vector>

int main() {
  const int N = 2000;
  std::vector<int> Keys(N), Order(N);
  for (int I = 0; I < N; ++I)
    Keys[I] = I * 7919 % N;
  auto Shuffle = [&] { std::iota(Order.begin(), Order.end(), 0); };
  measure("sort, [x]", 200, [&] {
    Shuffle();
    std::sort(Order.begin(), Order.end(),
              [Keys](int A, int B) { return Keys[A] < Keys[B]; });
  });
  measure("sort, [&x]", 200, [&] {
    Shuffle();
    std::sort(Order.begin(), Order.end(),
              [&Keys](int A, int B) { return Keys[A] < Keys[B]; });
  });
  measure("find_if, [x]", 200, [&] {
    use(*std::find_if(Order.begin(), Order.end() - 1,
                      [Keys](int A) { return Keys[A] == 40; }));
  });
  measure("find_if, [&x]", 200, [&] {
    use(*std::find_if(Order.begin(), Order.end() - 1,
                      [&Keys](int A) { return Keys[A] == 40; }));
  });
}

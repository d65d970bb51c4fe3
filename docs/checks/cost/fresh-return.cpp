// What a function that makes a vector and returns it costs beside one that
// fills a vector of the caller's, and beside a std::array:
//   clang++-19 -O2 docs/checks/cost/fresh-return.cpp -o cost && ./cost
// Prints nanoseconds and allocations of one call, the best of five runs. The
// functions are not inlined: what is inlined the optimizer may see through.

#include "measure.h"
#include <array>
#include <vector>

__attribute__((noinline)) static std::vector<double> made(int N, double At) {
  std::vector<double> Shape(N);
  for (int I = 0; I < N; ++I)
    Shape[I] = At * I;
  return Shape;
}

__attribute__((noinline)) static void filled(int N, double At,
                                             std::vector<double> &Shape) {
  Shape.resize(N);
  for (int I = 0; I < N; ++I)
    Shape[I] = At * I;
}

__attribute__((noinline)) static std::array<double, 4> inPlace(double At) {
  return {0, At, At * 2, At * 3};
}

int main() {
  for (int N : {4, 64, 1024}) {
    std::printf("%d doubles\n", N);
    const long Steps = 20'000'000 / (N + 20);
    measureLoop("returned", Steps, [&](long Left) {
      double Sum = 0;
      while (Left--)
        Sum += made(N, double(Left))[1];
      use(Sum);
    });
    measureLoop("filled", Steps, [&](long Left) {
      double Sum = 0;
      std::vector<double> Shape;
      while (Left--) {
        filled(N, double(Left), Shape);
        Sum += Shape[1];
      }
      use(Sum);
    });
  }
  measureLoop("std::array of 4", 1'000'000, [&](long Left) {
    double Sum = 0;
    while (Left--)
      Sum += inPlace(double(Left))[1];
    use(Sum);
  });
}

// What a vector made for a parameter costs, where a span would do:
//   clang++-19 -O2 -std=c++20 docs/checks/cost/vector-parameter.cpp -o cost &&
//   ./cost

#include "measure.h"
#include <array>
#include <span>
#include <vector>

[[gnu::noinline]] static void fill(double X, std::vector<double> &Y) {
  for (double &D : Y)
    D = X;
}
[[gnu::noinline]] static void fill(double X, std::span<double> Y) {
  for (double &D : Y)
    D = X;
}

int main() {
  measure("vector<double>(2)", 1'000'000, [] {
    std::vector<double> Value(2);
    fill(1, Value);
    use(Value);
  });
  measure("span over array<double, 2>", 1'000'000, [] {
    std::array<double, 2> Value = {};
    fill(1, std::span<double>(Value));
    use(Value);
  });
}

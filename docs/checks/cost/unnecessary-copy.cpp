// What `T x = f()` costs beside `const T &x = f()`, for strings and vectors:
//   clang++-19 -O2 docs/checks/cost/unnecessary-copy.cpp -o cost && ./cost
// Prints nanoseconds and allocations of one iteration, the best of five runs.

#include "measure.h"
#include <string>
#include <vector>

template <typename T> __attribute__((noinline)) const T &get(const T &X) {
  return X;
}
template <typename T> __attribute__((noinline)) std::size_t look(const T &X) {
  return X.size();
}

template <typename T> static void ask(const char *What, const T &Value) {
  const long Runs = 2'000'000;
  std::printf("%s\n", What);
  measureLoop("auto x", Runs, [&](long N) {
    std::size_t Sum = 0;
    while (N--) {
      auto X = get(Value);
      Sum += look(X);
    }
    use(Sum);
  });
  measureLoop("const auto &x", Runs, [&](long N) {
    std::size_t Sum = 0;
    while (N--) {
      const auto &X = get(Value);
      Sum += look(X);
    }
    use(Sum);
  });
}

int main() {
  ask("string of 8", std::string(8, 'x'));
  ask("string of 40", std::string(40, 'x'));
  ask("vector of 3 ints", std::vector<int>(3, 1));
  ask("vector of 1024 ints", std::vector<int>(1024, 1));
  ask("vector of 8 strings", std::vector<std::string>(8, std::string(40, 'x')));
}

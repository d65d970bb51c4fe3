// What a parameter by value costs, if callers copy into it:
//   clang++-19 -O2 docs/checks/cost/value-parameter.cpp -o cost && ./cost

#include "measure.h"
#include <string>
#include <vector>

[[gnu::noinline]] static double firstOfCopy(std::vector<double> V) {
  return V[0] + V[1];
}
[[gnu::noinline]] static double first(const std::vector<double> &V) {
  return V[0] + V[1];
}
[[gnu::noinline]] static int frontOfCopy(std::string S) { return S[0]; }
[[gnu::noinline]] static int front(const std::string &S) { return S[0]; }

int main() {
  for (int Size : {4, 64, 1024}) {
    std::vector<double> V(Size, 1.0);
    std::printf("vector of %d doubles\n", Size);
    measure("by value", 1'000'000, [&] {
      double D = firstOfCopy(V);
      use(D);
    });
    measure("by const reference", 1'000'000, [&] {
      double D = first(V);
      use(D);
    });
  }
  std::string Text(40, 'x');
  std::printf("string of 40 characters\n");
  measure("by value", 1'000'000, [&] {
    int I = frontOfCopy(Text);
    use(I);
  });
  measure("by const reference", 1'000'000, [&] {
    int I = front(Text);
    use(I);
  });
}

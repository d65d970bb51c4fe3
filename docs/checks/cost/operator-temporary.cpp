// What `x = x + a * p` costs beside a method that adds in place:
//   clang++-19 -O2 docs/checks/cost/operator-temporary.cpp -o cost && ./cost
// Prints nanoseconds and allocations of one update, the best of five runs.

#include "measure.h"
#include <vector>

struct Vector {
  explicit Vector(int N) : Values(N) {}
  int size() const { return int(Values.size()); }
  void add(double Factor, const Vector &Other) {
    for (int I = 0; I < size(); ++I)
      Values[I] += Factor * Other.Values[I];
  }
  std::vector<double> Values;
};
static Vector operator+(const Vector &A, const Vector &B) {
  Vector Sum(A.size());
  for (int I = 0; I < A.size(); ++I)
    Sum.Values[I] = A.Values[I] + B.Values[I];
  return Sum;
}
static Vector operator*(double Factor, const Vector &A) {
  Vector Scaled(A.size());
  for (int I = 0; I < A.size(); ++I)
    Scaled.Values[I] = Factor * A.Values[I];
  return Scaled;
}

int main() {
  for (int N : {3, 64, 1024}) {
    std::printf("%d doubles\n", N);
    Vector X(N), P(N);
    const long Steps = 20'000'000 / (N + 20);
    measureLoop("x = x + a * p", Steps, [&](long Left) {
      while (Left--)
        X = X + 0.5 * P;
      use(X);
    });
    measureLoop("x.add(a, p)", Steps, [&](long Left) {
      while (Left--)
        X.add(0.5, P);
      use(X);
    });
  }
}

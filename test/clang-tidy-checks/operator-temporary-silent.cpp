// RUN: %check_tidy %s anomalloc-operator-temporary %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Operators that make nothing, or nothing that owns heap memory.

#include <valarray>
#include <vector>

class Vector {
public:
  explicit Vector(int Size) : Values(Size) {}
  double &operator()(int I) { return Values[I]; }
  Vector &operator+=(const Vector &);
  void add(double Factor, const Vector &Other);

private:
  std::vector<double> Values;
};
Vector operator+(const Vector &, const Vector &);
Vector operator*(double, const Vector &);

// The repair.
void inPlace(Vector &X, const Vector &P, int N) {
  for (int I = 0; I < N; ++I) {
    X += P;
    X.add(0.5, P);
    // TWIN: X.add(0.5, P) -> X = X + 0.5 * P
  }
}
// binary-op-assign's.
void update(Vector &X, const Vector &P, int N) {
  for (int I = 0; I < N; ++I)
    X = X + P;
    // TWIN: X + P -> P + P
}

// In place.
struct Small {
  Small(int);
  double Values[3];
  // TWIN@{X = X + P + P}: double Values[3] -> std::vector<double> Values
  double &operator()(int I) { return Values[I]; }
};
Small operator+(const Small &, const Small &);
void small(Small &X, const Small &P, int N) {
  for (int I = 0; I < N; ++I)
    X = X + P + P;
}

// An expression template makes numbers when it is assigned.
void lazy(std::valarray<double> &X, const std::valarray<double> &P, int N) {
  for (int I = 0; I < N; ++I)
    X += 0.5 * P * P;
}

// The temporaries are passed on.
class Moving {
public:
  explicit Moving(int Size) : Values(Size) {}
  double &operator()(int I) { return Values[I]; }
  std::vector<double> Values;
};
Moving operator+(Moving &&, const Moving &);
// TWIN@{X = std::move(X) + P}: Moving && -> const Moving &
void moving(Moving X, const Moving &P, int N) {
  for (int I = 0; I < N; ++I)
    X = std::move(X) + P;
}

// One, once: what operators are for.
Vector twice(const Vector &X) { return 2 * X; }
// TWIN: 2 * X -> 2 * (2 * (2 * X))
void once(Vector &X, const Vector &Y) { X = 2 * Y; }

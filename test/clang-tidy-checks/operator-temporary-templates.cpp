// RUN: %check_tidy %s anomalloc-operator-temporary %t -- -config='{CheckOptions: {Hints: true}}'

// an expression of a template is one finding: parts that depend on no argument
// are calls in the pattern already, and shared by all that is made of it

#include <vector>

class Matrix {
public:
  explicit Matrix(int Size) : Values(Size * Size) {}
  double &operator()(int I) { return Values[I]; }

private:
  std::vector<double> Values;
};
Matrix operator+(const Matrix &, const Matrix &);
Matrix operator*(const Matrix &, const Matrix &);
Matrix operator*(double, const Matrix &);
Matrix inverse(const Matrix &);

template <class Point> class Fit {
public:
  void update(const Point *Points, int N) {
    Matrix A(N), B(N);
    A(0) = Points[0];
    for (int I = 0; I < N; ++I) {
      Matrix C = (A + B * A) * inverse(A * B);
      // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: this expression makes 4 new objects such as this 'Matrix', which own heap memory (member 'Values'), inside a loop; {{.*}} [anomalloc-operator-temporary]
      Matrix D = Points[I] * (A * B);
      // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: this expression makes 2 new objects
      Last = C(0) + D(0);
    }
  }
  double Last = 0;
};

double fits(const double *X, const float *Y, int N) {
  Fit<double> F;
  F.update(X, N);
  Fit<float> G;
  G.update(Y, N);
  return F.Last + G.Last;
}

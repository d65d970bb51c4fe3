// RUN: %check_tidy %s anomalloc-operator-temporary %t
// RUN: %check_tidy %s anomalloc-operator-temporary %t -check-suffix=ALL -- -config='{CheckOptions: {Hints: true}}'

// operators of a user's vector or matrix class make temporaries in an expression

#include <vector>

class Vector {
public:
  explicit Vector(int Size) : Values(Size) {}
  double &operator()(int I) { return Values[I]; }
  double operator()(int I) const { return Values[I]; }
  void add(double Factor, const Vector &Other);
  double norm() const;

private:
  std::vector<double> Values;
};
Vector operator+(const Vector &, const Vector &);
Vector operator-(const Vector &, const Vector &);
Vector operator*(double, const Vector &);

// Owns by raw pointer; other units define the copies.
class Matrix {
public:
  Matrix(int Rows, int Columns);
  Matrix(const Matrix &Other);
  Matrix &operator=(const Matrix &Other);
  ~Matrix();
  double &operator()(int Row, int Column) { return Entries[Row * 3 + Column]; }
  Matrix &operator+=(const Matrix &);
  Matrix transposed() const;

private:
  double *Entries;
};
Matrix operator+(const Matrix &, const Matrix &);
Matrix operator*(const Matrix &, const Matrix &);
Matrix operator*(double, const Matrix &);
Vector operator*(const Matrix &, const Vector &);

void solve(const Matrix &A, const Vector &B, Vector &X, Vector &P, int N) {
  for (int I = 0; I < N; ++I) {
    Vector R = B - A * X;
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: this expression makes 2 new objects such as this 'Vector', which own heap memory (member 'Values'), inside a loop; use functions that fill an object made before the loop in place of the operators [anomalloc-operator-temporary]
    // CHECK-MESSAGES-ALL: :[[@LINE-2]]:18: warning: this expression makes 2 new objects
    X = X + 0.5 * P;
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: this expression makes 2 new objects such as this 'Vector', which own heap memory (member 'Values'), inside a loop; 'add' works in place [anomalloc-operator-temporary]
    // CHECK-MESSAGES-ALL: :[[@LINE-2]]:11: warning: this expression makes 2 new objects
    Vector Strain = A * P;
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: this operator makes a new 'Vector', which owns heap memory (member 'Values'), inside a loop; use functions that fill an object made before the loop in place of the operators [anomalloc-operator-temporary]
    // CHECK-MESSAGES-ALL: :[[@LINE-2]]:23: warning: this operator makes a new 'Vector'
  }
}

void assemble(Matrix &K, const Matrix &B, const Matrix &D, int N) {
  for (int I = 0; I < N; ++I) {
    K += 2.0 * (B.transposed() * D * B);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: this expression makes 4 new objects such as this 'Matrix', which own heap memory (by pointer 'Entries', which it copies), inside a loop; work in place, with '+=' and its kin, or with functions that fill an object made before [anomalloc-operator-temporary]
    // CHECK-MESSAGES-ALL: :[[@LINE-2]]:14: warning: this expression makes 4 new objects
    K = K + B * D; // `K += ...` is said by binary-op-assign, the rest here
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: this operator makes a new 'Matrix'
    // CHECK-MESSAGES-ALL: :[[@LINE-2]]:15: warning: this operator makes a new 'Matrix'
  }
}

// Others may call it in loops: two to spare, or an update without `*=`.
double residual(const Matrix &A, const Vector &B, const Vector &X) {
  return (B - A * X).norm();
  // CHECK-MESSAGES-ALL: :[[@LINE-1]]:13: remark: this expression makes 2 new objects such as this 'Vector', which own heap memory (member 'Values'); use functions that fill an object made once in place of the operators [anomalloc-operator-temporary]
}
void scale(Matrix &A, const Matrix &B) {
  A = A * B;
  // CHECK-MESSAGES-ALL: :[[@LINE-1]]:9: remark: this operator makes a new 'Matrix'
}

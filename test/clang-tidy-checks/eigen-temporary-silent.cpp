// REQUIRES: eigen
// RUN: %check_tidy %s anomalloc-eigen-temporary %t -std=c++14 -- -- -isystem %eigen
// CHECK-SILENT

#include <Eigen/Dense>
#include <vector>

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;

void use(const MatrixXd &);
void change(MatrixXd &);

MatrixXd sizes(int N, const MatrixXd &Other) {
  std::vector<MatrixXd> All;
  for (int I = 0; I < N; ++I) {
    MatrixXd Unknown(N, 3), Resized(3, 3), Assigned(3, 3), Passed(3, 3);
    MatrixXd Changed(3, 3), Stored(3, 3), Large(10, 10), Bound(3, 3);
    Unknown(0, 0) = 1;
    Resized.resize(4, 4);
    Assigned = Other;
    use(Passed);
    change(Changed);
    All.push_back(Stored);
    Large(0, 0) = 1;
    MatrixXd &Reference = Bound;
    Reference = Other;
    MatrixXd SetZero(3, 3);
    SetZero.setZero(4, 4);
    MatrixXd Suppressed(3, 3); // NOLINT
    Suppressed(0, 0) = 1;
  }
  MatrixXd Once(3, 3);
  Once(0, 0) = 1;
  MatrixXd Returned(3, 3);
  Returned = Other * Other;
  return Returned;
}

#define MULTIPLY(A, B, C) A = B * C

double expressions(MatrixXd &A, const MatrixXd &B, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    auto UsedOnce = A * B;
    A(0, 0) += UsedOnce(0, 1);
    auto Cheap = A + B;
    Sum += Cheap(0, 0) + Cheap(1, 1);
    auto View = A.transpose();
    Sum += View(0, 0) + View(1, 1);
    auto Evaluated = (A * B).eval();
    Sum += Evaluated(0, 0) + Evaluated(1, 1);
    // Sees what happens to A meanwhile.
    auto Lazy = A * B;
    Sum += Lazy(0, 0);
    A(1, 1) = Sum;
    Sum += Lazy(0, 0);
    MatrixXd C;
    MULTIPLY(C, A, B);
    Matrix3d F = Matrix3d::Ones();
    auto Fixed = F * F;
    Sum += Fixed(0, 0) + Fixed(1, 1);
    // A part of A, under another name.
    auto Block = A.topRows(2);
    A = Block * B;
  }
  return Sum;
}
template <typename M> void dependent(M &A, const M &B, int N) {
  while (N--)
    A = B * B;
}
void instantiate(Matrix3d &A, const Matrix3d &B) { dependent(A, B, 3); }

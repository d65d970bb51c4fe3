// REQUIRES: eigen
// RUN: %check_tidy %s anomalloc-eigen-temporary %t -std=c++14 -- -config='{CheckOptions: {Hints: true}}' -- -isystem %eigen
// CHECK-SILENT

// Parts in place, and copies that are needed.

#include <Eigen/Dense>

using Eigen::MatrixXd;
using Eigen::VectorXd;

double norm(const VectorXd &V);
double ofPart(const Eigen::Ref<const VectorXd> &V);

double parts(const MatrixXd &A, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    // The repair.
    const auto Column = A.col(I);
    // TWIN: const auto -> const VectorXd
    Sum += Column.dot(Column);
    Sum += ofPart(A.col(I));
    // TWIN: ofPart -> norm
    // The row lies scattered: a Ref would copy it as well.
    Sum += norm(A.row(I));
    // TWIN: A.row(I) -> A.col(I)
    // An own copy, to be changed.
    VectorXd Own = A.col(I);
    Own(0) = 1;
    // TWIN@{VectorXd Own}: Own(0) = 1 -> Sum += Own(0)
    Sum += Own.sum();
    // It needs a VectorXd.
    VectorXd Passed = A.col(I);
    Sum += norm(Passed);
    // TWIN@{VectorXd Passed}: norm(Passed) -> Passed.norm()
  }
  return Sum;
}

void products(MatrixXd &M, const MatrixXd &J, const MatrixXd &W, const VectorXd &v, int N) {
  MatrixXd Work(N, N);
  VectorXd w(N), Result(N);
  for (int I = 0; I < N; ++I) {
    // The repair.
    Work.noalias() = W * J;
    // TWIN@{Work.noalias()}: W * J -> W * J * W
    w.noalias() = W * v;
    Result.noalias() = J * w;
    // The temporary is needed.
    M.col(0) = J * M.col(0);
  }
}

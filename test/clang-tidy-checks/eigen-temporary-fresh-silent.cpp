// REQUIRES: eigen
// RUN: %check_tidy %s anomalloc-eigen-temporary %t -std=c++17 -- -config='{CheckOptions: {Hints: true}}' -- -isystem %eigen
// CHECK-SILENT

// The matrix goes elsewhere, needs no heap, or the temporary is needed.

#include <Eigen/Dense>
#include <utility>
#include <vector>

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

void kept(const std::vector<VectorXd> &Points, std::vector<VectorXd> &All) {
  for (const VectorXd &X : Points) {
    VectorXd Y = X + X;
    All.push_back(std::move(Y));
    // TWIN@-1: std::move(Y) -> Y
  }
}
double once(const VectorXd &X) {
  VectorXd Y = X + X;
  return Y(0) + Y.norm();
}
double fixed(const std::vector<Vector3d> &Points) {
  double Sum = 0;
  for (const Vector3d &X : Points) {
    Vector3d Y = X + X;
    // TWIN: Vector3d Y -> VectorXd Y
    Sum += Y(0) + Y.norm();
  }
  return Sum;
}
double empty(const std::vector<VectorXd> &Points) {
  double Sum = 0;
  for (const VectorXd &X : Points) {
    VectorXd Y(X.size());
    // TWIN: Y(X.size()) -> Y(X + X)
    Y.setZero();
    Sum += Y(0);
  }
  return Sum;
}

// Other places are read than written.
void turned(MatrixXd &A, int N) {
  for (int I = 0; I < N; ++I) {
    A = A.transpose().eval();
    // TWIN: A.transpose() -> (A + A)
    A.row(0) = (A.row(1) + A.row(0)).eval();
    A.noalias() += A * (A + A).eval();
  }
}
double product(const MatrixXd &A, const VectorXd &X, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += (A * X).eval().norm();
    // TWIN: A * X -> X + X
  return Sum;
}

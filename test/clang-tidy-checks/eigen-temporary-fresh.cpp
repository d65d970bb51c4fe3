// REQUIRES: eigen
// RUN: %check_tidy %s anomalloc-eigen-temporary %t -std=c++14,c++20 -- -config='{CheckOptions: {Hints: true}}' -- -isystem %eigen

// Matrices that are made of an expression in each iteration, or to be read once.

#include <Eigen/Dense>
#include <vector>

using Eigen::MatrixXd;
using Eigen::VectorXd;

double made(const MatrixXd &A, const std::vector<VectorXd> &Points) {
  double Sum = 0;
  for (const VectorXd &X : Points) {
    VectorXd Y = A * X;
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Y', a 'VectorXd', is made of an expression in each iteration, and allocates each time, inside a loop; declare it before the loop, and assign the expression, through '.noalias()', here, to use its memory again [anomalloc-eigen-temporary]
    const VectorXd Twice(X + X);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: remark: 'Twice', a 'VectorXd', is made {{.*}}; declare it before the loop, and assign the expression here, to use its memory again; not in view: whether it has much the same size in all iterations
    auto Kept = (X - Y).eval();
    // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: 'Kept', a '{{.*}}', is made of an expression
    MatrixXd Outer = MatrixXd::Zero(X.size(), 3);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: remark: 'Outer', a 'MatrixXd', is made of an expression
    Outer(0, 0) = Kept(0);
    Sum += Y.norm() + Y(0) + Twice(1) + Outer.sum();
  }
  return Sum;
}

double shifted(const VectorXd &Origin, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    VectorXd At = Origin * double(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'At', a 'VectorXd', is made
    At(0) += 1;
    Sum += At.norm();
  }
  return Sum;
}

double readOnce(const VectorXd &A, const std::vector<VectorXd> &Points,
                MatrixXd &To, const MatrixXd &From) {
  double Sum = 0;
  for (const VectorXd &X : Points) {
    Sum += (A - X).eval().norm();
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: '.eval()' makes a temporary matrix on the heap, only to read it once, inside a loop; leave it out [anomalloc-eigen-temporary]
    Sum += (A + (X * 2.0).eval()).sum();
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: '.eval()' makes
    To = (To + From).eval();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: '.eval()' makes
  }
  return Sum;
}

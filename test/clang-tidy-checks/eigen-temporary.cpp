// REQUIRES: eigen
// RUN: %check_tidy %s anomalloc-eigen-temporary %t -std=c++14,c++20 -- -- -isystem %eigen
// RUN-FIXED: same-output

// Products through temporaries, dynamic matrices of constant size.

#include <Eigen/Dense>
#include <cstdio>
#include <memory>

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Filter {
  MatrixXd P = MatrixXd::Ones(4, 4), F = MatrixXd::Identity(4, 4), T{4, 4};
  VectorXd X = VectorXd::Ones(4), Y = VectorXd::Ones(4);
  void step() {
    T = F * P;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: the product is evaluated into a temporary matrix on the heap, then copied, in a function that is called in a loop; '.noalias()' on the left side evaluates it in place [anomalloc-eigen-temporary]
    // CHECK-FIXES: {{^}}    T.noalias() = F * P;{{$}}
    this->P = T * F.transpose();
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning:
    // CHECK-FIXES: {{^}}    this->P.noalias() = T * F.transpose();{{$}}
    X = F * X;
    X += F * Y;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning:
    // CHECK-FIXES: {{^}}    X += F * Y;{{$}}
  }
};

void products(const MatrixXd &A, int N) {
  MatrixXd B(A.rows(), A.cols()), C = A;
  VectorXd v = VectorXd::Ones(A.cols()), w = v;
  std::unique_ptr<MatrixXd> Owned(new MatrixXd);
  MatrixXd *Pointer = &B;
  Eigen::Matrix<double, Eigen::Dynamic, 3> Tall = MatrixXd::Ones(A.rows(), 3);
  Eigen::Matrix3d Small = Eigen::Matrix3d::Ones(), Other = Small;
  for (int I = 0; I < N; ++I) {
    B = A * C;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning:
    // CHECK-FIXES: {{^}}    B.noalias() = A * C;{{$}}
    B = 2.0 * A * C;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning:
    // CHECK-FIXES: {{^}}    B.noalias() = 2.0 * A * C;{{$}}
    B = 2.0 * (A * C);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning:
    // CHECK-FIXES: {{^}}    B.noalias() = 2.0 * (A * C);{{$}}
    B = (A + C) * C;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning:
    // CHECK-FIXES: {{^}}    B.noalias() = (A + C) * C;{{$}}
    B = C - A * C;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning:
    // CHECK-FIXES: {{^}}    B.noalias() = C - A * C;{{$}}
    w = A.transpose() * v;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning:
    // CHECK-FIXES: {{^}}    w.noalias() = A.transpose() * v;{{$}}
    B.col(0) = A * v;
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning:
    // CHECK-FIXES: {{^}}    B.col(0).noalias() = A * v;{{$}}
    B = v * w.transpose();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning:
    // CHECK-FIXES: {{^}}    B.noalias() = v * w.transpose();{{$}}
    B = A.triangularView<Eigen::Upper>() * C;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning:
    // CHECK-FIXES: {{^}}    B.noalias() = A.triangularView<Eigen::Upper>() * C;{{$}}
    *Owned = A * C;
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning:
    *Pointer = A * C;
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning:
    Tall = A * Tall;

    // Nothing to save.
    B.noalias() = A * C;
    B = A.cwiseProduct(C);
    B = 2.0 * A;
    B = A + C;
    B = A * C + C;
    B = (A * C).transpose();
    B = v.asDiagonal() * C;
    B = A.lazyProduct(C);
    B.array() = A.array() * C.array();
    B = A.inverse() * C;
    Other = Small * Small;
    Small = Tall.transpose() * Tall;
    double Dot = v.transpose() * w;
    B(0, 0) = Dot;
    // Needs its temporary.
    B = B * C;
    B = A * B;
    B.col(0) = A * B.col(1);
    C = A * C.transpose();
  }
  std::printf("%g %g %g\n", B.sum(), w.sum(), Small.sum());
}

void perhapsOne(const MatrixXd &A, const VectorXd &x, VectorXd &y) {
  y = A * x;
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning:
  // CHECK-FIXES: {{^}}  y = A * x;{{$}}
}

double sizes(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    MatrixXd R(3, 3);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'MatrixXd' allocates room for 3 x 3 numbers, a size that never changes, inside a loop; 'Eigen::Matrix3d' holds them in place
    // CHECK-FIXES: {{^}}    Eigen::Matrix3d R;{{$}}
    R << 1, 2, 3, 4, 5, 6, 7, 8, I;
    const Eigen::VectorXd V = Eigen::VectorXd::Constant(3, 2.0);
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: {{.*}}; 'Eigen::Vector3d' holds
    // CHECK-FIXES: {{^}}    const Eigen::Vector3d V = Eigen::VectorXd::Constant(3, 2.0);{{$}}
    Eigen::MatrixXf Wide(2, 6);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: {{.*}}; 'Eigen::Matrix<float, 2, 6>' holds
    // CHECK-FIXES: {{^}}    Eigen::Matrix<float, 2, 6> Wide;{{$}}
    Wide.setZero();
    Wide(1, 2) = R(0, 1);
    Sum += (R * V).sum() + Wide.sum() + R.determinant();
  }
  return Sum;
}

double evaluatedAgain(const MatrixXd &A, const MatrixXd &B) {
  auto P = A * B;
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'P' is an expression, not a matrix: each use evaluates the product again, into a temporary on the heap, inside 2 nested loops; '.eval()' evaluates it once
  // CHECK-FIXES: {{^}}  auto P = (A * B).eval();{{$}}
  double Sum = 0;
  for (int I = 0; I < P.rows(); ++I)
    for (int J = 0; J < P.cols(); ++J)
      Sum += P(I, J);
  const auto Inverse = A.inverse();
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Inverse' is an expression, not a matrix: each use computes it again
  // CHECK-FIXES: {{^}}  const auto Inverse = A.inverse().eval();{{$}}
  for (int I = 0; I < 2; ++I)
    Sum += Inverse(I, I);
  return Sum;
}

int main() {
  MatrixXd A(4, 4);
  A << 2, 0, 0, 1, 0, 2, 0, 1, 1, 1, 3, 0, 0, 0, 0, 4;
  VectorXd x = VectorXd::Ones(4), y = x;
  Filter F;
  for (int I = 0; I < 3; ++I) {
    F.step();
    perhapsOne(A, x, y);
    std::printf("%g %g\n", F.P.sum() + F.X.sum() + y.sum(), evaluatedAgain(A, A));
  }
  products(A, 2);
  std::printf("%g\n", sizes(3));
}

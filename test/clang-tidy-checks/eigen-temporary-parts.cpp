// REQUIRES: eigen
// RUN: %check_tidy %s anomalloc-eigen-temporary %t -std=c++14,c++20 -- -config='{CheckOptions: {Hints: true}}' -- -isystem %eigen

// Parts that are copied, products in products, views of who knows what.

#include <Eigen/Dense>

using Eigen::MatrixXd;
using Eigen::VectorXd;

void chains(const MatrixXd &J, const MatrixXd &W, const VectorXd &v, int N) {
  MatrixXd M(N, N);
  VectorXd w(N);
  for (int I = 0; I < N; ++I) {
    M.noalias() = J.transpose() * W * J;
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: the product inside of a product is evaluated into a temporary matrix on the heap, also under '.noalias()', inside a loop; evaluate it into a matrix that is made once [anomalloc-eigen-temporary]
    w.noalias() = J * W * v;
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: the product inside of a product is evaluated into a temporary matrix on the heap, also under '.noalias()', inside a loop; 'A * (B * v)' makes a vector in place of a matrix [anomalloc-eigen-temporary]
    w = (J * v).eval();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '.eval()' makes a temporary matrix on the heap, inside a loop; without it, '.noalias()' on the left side evaluates in place [anomalloc-eigen-temporary]
  }
}

// What a function of the user's returns may be part of the target.
struct Joint {
  Eigen::Block<MatrixXd> columns(MatrixXd &M) const;
};
struct Data {
  MatrixXd M, J, A;
};
void views(Data &D, const Joint &Of, int N) {
  for (int I = 0; I < N; ++I) {
    auto Columns = Of.columns(D.J);
    D.M.block(I, I, 2, N) = Columns.transpose() * D.A;
    // CHECK-MESSAGES: :[[@LINE-1]]:27: remark: the product is evaluated into a temporary matrix on the heap, then copied, inside a loop; '.noalias()' on the left side evaluates it in place; not in view: whether 'Columns' is part of 'D.M' [anomalloc-eigen-temporary]
    // CHECK-FIXES: {{^}}    D.M.block(I, I, 2, N) = Columns.transpose() * D.A;{{$}}
    Eigen::Map<VectorXd>(D.M.data(), N) += D.A * Eigen::Map<const VectorXd>(D.J.data(), N);
    // CHECK-MESSAGES: :[[@LINE-1]]:41: remark: the product is evaluated {{.*}} not in view: whether
  }
}

double norm(const VectorXd &V);
double copies(const MatrixXd &A, MatrixXd &B, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    VectorXd Column = A.col(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Column' copies a part of a matrix to the heap, only to read it, inside a loop; 'const auto' refers to the part in place [anomalloc-eigen-temporary]
    Sum += Column.dot(Column) + Column(0);
    Sum += norm(A.col(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: a part of a matrix is copied to the heap, because 'norm' takes a 'VectorXd', inside a loop; with a parameter 'const Eigen::Ref<const VectorXd> &' it takes the part in place [anomalloc-eigen-temporary]
    VectorXd Row = B.row(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: remark: 'Row' copies {{.*}} not in view: whether 'B' changes while 'Row' is read [anomalloc-eigen-temporary]
    B(0, 0) += 1;
    Sum += Row(1);
  }
  return Sum;
}

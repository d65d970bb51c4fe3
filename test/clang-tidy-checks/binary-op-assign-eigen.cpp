// REQUIRES: eigen
// RUN: %check_tidy %s anomalloc-binary-op-assign %t -- -config='{CheckOptions: {WarnOutsideLoops: true}}' -- -isystem %eigen
// CHECK-SILENT

// Eigen's binary operators return expressions; where `A = A * B` needs a
// temporary, `A *= B` makes the same one.

#include <Eigen/Dense>

void dense(Eigen::MatrixXd A, const Eigen::MatrixXd &B, Eigen::VectorXd &V) {
  A = A * B;
  A = A + B;
  A = 2.0 * A;
  V = B * V;
}

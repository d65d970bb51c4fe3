// REQUIRES: eigen
// RUN: %check_tidy %s anomalloc-binary-op-assign %t -- -config='{CheckOptions: {Hints: true}}' -- -isystem %eigen -I %S/Inputs
// CHECK-SILENT

// Eigen's binary operators return expressions; where `A = A * B` needs a
// temporary, `A *= B` makes the same one.

#include "data.h"
#include <Eigen/Dense>

void dense(Eigen::MatrixXd A, const Eigen::MatrixXd &B) {
  // TWIN@{A = A * B}: Eigen::MatrixXd A, const Eigen::MatrixXd -> Data A, const Data
  A = A * B;
  A = A + B;
  // TWIN: A + B -> A + B
  A = 2.0 * A;
  // TWIN: 2.0 * A -> A * 2.0
}
void vectors(const Eigen::MatrixXd &B, Eigen::VectorXd &V) {
  V = B * V;
  // TWIN: V = B * V -> Data D; D = D * D.Values[0]
}

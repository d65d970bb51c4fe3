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
    MatrixXd Unknown(N, 3);
    // TWIN: N -> 3
    MatrixXd Resized(3, 3);
    MatrixXd Assigned(3, 3);
    MatrixXd Passed(3, 3);
    MatrixXd Changed(3, 3);
    MatrixXd Stored(3, 3);
    MatrixXd Large(10, 10);
    // TWIN: 10, 10 -> 3, 3
    MatrixXd Bound(3, 3);
    Unknown(0, 0) = 1;
    Resized.resize(4, 4);
    // TWIN@{MatrixXd Resized(3, 3)}: .resize(4, 4) -> (0, 0) = 1
    Assigned = Other;
    // TWIN@{MatrixXd Assigned(3, 3)}: Assigned = Other -> Assigned(0, 0) = Other(0, 0)
    use(Passed);
    // TWIN@{MatrixXd Passed(3, 3)}: use(Passed) -> use(Passed + Passed)
    change(Changed);
    // TWIN@{MatrixXd Changed(3, 3)}: change(Changed) -> Changed(0, 0) = 1
    All.push_back(Stored);
    // TWIN@{MatrixXd Stored(3, 3)}: Stored -> Stored + Stored
    Large(0, 0) = 1;
    MatrixXd &Reference = Bound;
    // TWIN@{MatrixXd Bound(3, 3)}: &Reference = Bound -> Reference = Bound + Bound
    Reference(0, 0) = 1;
    MatrixXd SetZero(3, 3);
    SetZero.setZero(4, 4);
    // TWIN@{MatrixXd SetZero(3, 3)}: 4, 4 ->
    MatrixXd Suppressed(3, 3); // NOLINT
    // TWIN: // NOLINT ->
    Suppressed(0, 0) = 1;
  }
  return Other;
}

#define MULTIPLY(A, B, C) A = B * C

double expressions(MatrixXd &A, const MatrixXd &B, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    auto UsedOnce = A * B;
    A(0, 0) += UsedOnce(0, 1);
    // TWIN@-1: A(0, 0) += UsedOnce(0, 1) -> Sum += UsedOnce(0, 1) + UsedOnce(0, 2)
    auto Cheap = A + B;
    // TWIN: + -> *
    Sum += Cheap(0, 0) + Cheap(1, 1);
    auto View = A.transpose();
    // TWIN: A.transpose() -> A * B
    Sum += View(0, 0) + View(1, 1);
    auto Evaluated = (A * B).eval();
    // TWIN: .eval() ->
    Sum += Evaluated(0, 0) + Evaluated(1, 1);
    // Sees what happens to A meanwhile.
    auto Lazy = A * B;
    Sum += Lazy(0, 0);
    A(1, 1) = Sum;
    // TWIN@{auto Lazy}: A(1, 1) = Sum; ->
    Sum += Lazy(0, 0);
    MatrixXd C;
    MULTIPLY(C, A, B);
    // TWIN: MULTIPLY(C, A, B) -> C = A * B
    Matrix3d F = Matrix3d::Ones();
    // TWIN@{auto Fixed}: Matrix3d F = Matrix3d::Ones() -> MatrixXd F = A + B
    auto Fixed = F * F;
    Sum += Fixed(0, 0) + Fixed(1, 1);
    // A part of A, under another name.
    auto Block = A.topRows(2);
    // TWIN@{A = Block * B}: A.topRows(2) -> MatrixXd(B)
    A = Block * B;
  }
  return Sum;
}
template <typename M> void dependent(M &A, const M &B, int N) {
  while (N--)
    A = B * B;
}
void instantiate(Matrix3d &A, const Matrix3d &B) { dependent(A, B, 3); }
// TWIN@{    A = B * B;}: Matrix3d &A, const Matrix3d &B -> MatrixXd &A, const MatrixXd &B

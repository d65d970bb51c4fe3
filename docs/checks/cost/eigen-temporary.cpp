// What temporaries of Eigen cost:
//   clang++-19 -std=c++14 -O2 -isystem /usr/include/eigen3
//   docs/checks/cost/eigen-temporary.cpp -o cost && ./cost
// Prints nanoseconds and allocations of one statement or loop.

// Eigen calls malloc, which is counted here.
#include <cstddef>
extern "C" void *__libc_malloc(std::size_t);
#include "measure.h"
extern "C" void *malloc(std::size_t Size) {
  ++Allocations;
  return __libc_malloc(Size);
}
#include <Eigen/Dense>

using Eigen::MatrixXd;
using Eigen::VectorXd;

static void products(int N, long Runs) {
  const MatrixXd A = MatrixXd::Random(N, N), B = A;
  const VectorXd x = VectorXd::Random(N);
  MatrixXd C = A;
  VectorXd y = x;
  std::printf("%d x %d\n", N, N);
  measure("  C = A * B", Runs, [&] { C = A * B, use(C); });
  measure("  C.noalias() = A * B", Runs, [&] { C.noalias() = A * B, use(C); });
  measure("  y = A * x", Runs, [&] { y = A * x, use(y); });
  measure("  y.noalias() = A * x", Runs, [&] { y.noalias() = A * x, use(y); });
}

template <typename Matrix> static void fixed(const char *What) {
  measure(What, 1'000'000, [] {
    Matrix R(3, 3);
    use(R);
    R << 1, 2, 3, 4, 5, 6, 7, 8, 9;
    double Sum = R.sum();
    use(Sum);
  });
}
struct Fixed3 : Eigen::Matrix3d {
  Fixed3(int, int) {}
};

int main() {
  products(4, 1'000'000);
  products(16, 200'000);
  products(64, 10'000);
  fixed<MatrixXd>("MatrixXd R(3, 3)");
  fixed<Fixed3>("Matrix3d R");
  const MatrixXd A = MatrixXd::Random(16, 16), B = A;
  auto All = [&](const auto &P) {
    double Sum = 0;
    for (int I = 0; I < P.rows(); ++I)
      for (int J = 0; J < P.cols(); ++J)
        Sum += P(I, J);
    use(Sum);
  };
  measure("auto P = A * B; each P(i, j)", 200, [&] {
    auto P = A * B;
    All(P);
  });
  measure("auto P = (A * B).eval(); each P(i, j)", 20'000, [&] {
    auto P = (A * B).eval();
    All(P);
  });
}

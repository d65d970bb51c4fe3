// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product of two matrices, whose rows are added up.
#include <cstdio>
#include <cstdlib>
#include <memory>

int main(int Argc, char **Argv) {
  const int N = Argc > 1 ? atoi(Argv[1]) : 800;
  auto A = std::make_unique<double[]>(N * N), B = std::make_unique<double[]>(N * N),
       C = std::make_unique<double[]>(N * N);
  for (int I = 0; I < N * N; ++I) {
    A[I] = I % 7;
    B[I] = I % 5;
  }
  for (int I = 0; I < N; ++I)
    for (int K = 0; K < N; ++K) {
      const double Factor = A[I * N + K];
      for (int J = 0; J < N; ++J)
        C[I * N + J] += Factor * B[K * N + J];
    }
  std::printf("%g\n", C[N]);
}

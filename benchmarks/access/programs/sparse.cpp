// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conjugate gradients on a grid: rows of five numbers, gathered.
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Matrix {
  std::vector<int> Row, Column;
  std::vector<double> Value;
};

__attribute__((noinline)) static void multiply(const Matrix &A,
                                               const std::vector<double> &X,
                                               std::vector<double> &Y) {
  for (size_t I = 0; I + 1 < A.Row.size(); ++I) {
    double Sum = 0;
    for (int K = A.Row[I]; K < A.Row[I + 1]; ++K)
      Sum += A.Value[K] * X[A.Column[K]];
    Y[I] = Sum;
  }
}

static Matrix grid(int N) {
  Matrix A;
  auto Add = [&](int Column, double Value) {
    A.Column.push_back(Column);
    A.Value.push_back(Value);
  };
  A.Row.push_back(0);
  for (int I = 0; I < N * N; ++I) {
    int R = I / N, C = I % N;
    if (R > 0)
      Add(I - N, -1);
    if (C > 0)
      Add(I - 1, -1);
    Add(I, 4);
    if (C < N - 1)
      Add(I + 1, -1);
    if (R < N - 1)
      Add(I + N, -1);
    A.Row.push_back(int(A.Column.size()));
  }
  return A;
}

int main(int Argc, char **Argv) {
  const int N = Argc > 1 ? atoi(Argv[1]) : 300, Steps = 300;
  const Matrix A = grid(N);
  const size_t Size = size_t(N) * N;
  std::vector<double> X(Size, 0), R(Size, 1), P(R), Ap(Size);
  double Old = double(Size);
  for (int Step = 0; Step < Steps; ++Step) {
    multiply(A, P, Ap);
    double PAp = 0, New = 0;
    for (size_t I = 0; I < Size; ++I)
      PAp += P[I] * Ap[I];
    for (size_t I = 0; I < Size; ++I) {
      X[I] += Old / PAp * P[I];
      R[I] -= Old / PAp * Ap[I];
    }
    for (size_t I = 0; I < Size; ++I)
      New += R[I] * R[I];
    for (size_t I = 0; I < Size; ++I)
      P[I] = R[I] + New / Old * P[I];
    Old = New;
  }
  std::printf("%g\n", Old);
}

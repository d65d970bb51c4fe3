// RUN: %check_tidy %s anomalloc-arena-candidates %t -std=c++17,c++20

// Blocks of loops, lambdas and templates; silence where one of three does not
// suit.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

void takes(std::vector<double> &);

template <typename T> struct Solver {
  T step(int N) {
    std::vector<T> K1(N), K2(N), K3(N);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 3 vectors
    std::fill(K1.begin(), K1.end(), T(1));
    return K1[0] + K2[0] + K3[0];
  }
};

double variations(int Count) {
  double Sum = 0;
  for (int N = 1; N < Count; ++N) {
    std::vector<double> A(N);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 3 vectors that never change their size allocate one by one, inside a loop;
    auto B = std::vector<double>(N, 1.0);
    const std::vector<int> C(2 * N, 3);
    auto Set = [&A](int I) { A[I] = 1; };
    Set(0);
    auto &Alias = B;
    Alias[0] = 2;
    Sum += A[0] + B[0] + C[0];
    auto Step = [](int M) {
      std::vector<float> X(M);
      // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 3 vectors
      std::vector<float> Y(M);
      std::vector<float> Z(M);
      return X[0] + Y[0] + Z[0];
    };
    Sum += Step(N);
    Sum += Solver<double>().step(N) + Solver<float>().step(N);
  }
  return Sum;
}

std::vector<double> silent(int Count) {
  std::vector<double> Result(Count);
  for (int N = 1; N < Count; ++N) {
    {
      std::vector<double> A(N), B(N), Pushed(N);
      Pushed.push_back(1);
      Result[0] += A[0] + B[0];
    }
    {
      std::vector<double> A(N), B(N), Passed(N);
      takes(Passed);
      Result[0] += A[0] + B[0];
    }
    {
      std::vector<double> A(N), B(N), Moved(N);
      Result = std::move(Moved);
      Result[0] += A[0] + B[0];
    }
    {
      std::vector<double> A(N), B(N), Constant(3);
      Result[0] += A[0] + B[0] + Constant[0];
    }
    {
      std::vector<double> A(N), B(N), Empty;
      Result[0] += A[0] + B[0] + Empty.size();
    }
    {
      std::vector<double> A(N), B(N);
      std::vector<std::string> Strings(N); // elements that own memory too
      std::vector<bool> Bits(N);
      Result[0] += A[0] + B[0] + Strings[0].size() + Bits[0];
    }
    {
      std::vector<double> A(N);
      { std::vector<double> B(N); Result[0] += B[0]; }
      { std::vector<double> C(N); Result[0] += C[0]; }
      Result[0] += A[0];
    }
    {
      std::vector<double> A(N), B(N), C(N); // NOLINT
      Result[0] += A[0] + B[0] + C[0];
    }
#define VECTOR(Name) std::vector<double> Name(N)
    {
      VECTOR(A);
      VECTOR(B);
      VECTOR(C);
      Result[0] += A[0] + B[0] + C[0];
    }
  }
  return Result;
}

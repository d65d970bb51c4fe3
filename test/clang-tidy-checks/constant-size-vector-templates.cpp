// RUN: %check_tidy %s anomalloc-constant-size-vector %t -std=c++17,c++20

// In templates each instantiation is looked at; the pattern is reported once,
// and left as it is. Silence where a comment or a macro would be lost.

#include <numeric>
#include <tuple>
#include <vector>

template <typename T, int N> T sum() {
  std::vector<T> V(N, T(1));
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'std::vector<{{.*}}>' allocates room for {{[0-9]+}} elements, a number that never changes, in a function that is called in a loop;
  return std::accumulate(V.begin(), V.end(), T());
}

template <typename T> struct Solver {
  T solve(T X) {
    std::vector<T> K(4);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
    K[0] = X;
    return K[0] + K[3];
  }
};

int notInstantiated(int Count) {
  int Sum = 0;
  for (int I = 0; I < Count; ++I) {
    std::vector<int> A(3), B(4);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning:
    // CHECK-MESSAGES: :[[@LINE-2]]:28: warning:
    auto C = std::vector<int>(5);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'std::vector<int>' allocates room for 5 elements
    std::vector<int> D(6 /* six */);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning:
    if (std::vector<int> E(7); Sum < 3)
      // CHECK-MESSAGES: :[[@LINE-1]]:26: warning:
      // CHECK-FIXES: {{^}}    if (std::array<int, 7> E = {}; Sum < 3){{$}}
      Sum += E[0];
    const std::vector<int> F(8, 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning:
    Sum += A[0] + B[0] + C[0] + D[0] + F[0];
  }
  return Sum;
}

int main(int Count, char **) {
  double Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum += sum<int, 3>() + sum<double, 4>() + Solver<float>().solve(2);
  return notInstantiated(int(Sum));
}

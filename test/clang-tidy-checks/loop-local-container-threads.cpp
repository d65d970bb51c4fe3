// RUN: %check_tidy %s anomalloc-loop-local-container %t -- -- -fopenmp
// RUN: %check_tidy %s anomalloc-loop-local-container %t

// A loop inside a parallel one has a variable for each thread.

#include <vector>

void use(const std::vector<int> &);

void inner(int N) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
  {
    for (int J = 0; J < N; ++J) {
      std::vector<int> V;
      // CHECK-MESSAGES: :[[@LINE-1]]:24: warning:
      // CHECK-FIXES: {{^}}    std::vector<int> V;{{$}}
      // CHECK-FIXES-NEXT: {{^}}    for (int J = 0; J < N; ++J) {{{$}}
      // CHECK-FIXES-NEXT: {{^}}      V.clear();{{$}}
      for (int K = 0; K < J; ++K)
        V.push_back(K);
      use(V);
    }
  }
}

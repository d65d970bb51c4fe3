// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -- -I %S/Inputs

// Who can tell that the elements went elsewhere less often has to look first.

#include "told-copies.h"

template <typename T> void use(const T &);

void grow(std::size_t N) {
  std::vector<Named> A;
  for (std::size_t I = 0; I < N; ++I) {
    std::puts("");
    A.emplace_back(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'A' grows
  }
  use(A);
  std::vector<Loud> B;
  for (std::size_t I = 0; I < N; ++I) {
    std::puts("");
    B.emplace_back(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'B' grows
  }
  use(B);
  std::vector<std::pair<int, Holder>> C;
  for (std::size_t I = 0; I < N; ++I) {
    std::puts("");
    C.emplace_back(1, 2);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'C' grows
  }
  use(C);
  std::vector<Row> D;
  for (std::size_t I = 0; I < N; ++I) {
    std::puts("");
    D.emplace_back(3);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'D' grows
    // CHECK-FIXES: {{^}}  D.reserve(N);{{$}}
  }
  use(D);
  std::vector<Plain> E;
  for (std::size_t I = 0; I < N; ++I) {
    std::puts("");
    E.emplace_back(3);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'E' grows
    // CHECK-FIXES: {{^}}  E.reserve(N);{{$}}
  }
  use(E);
  std::vector<std::shared_ptr<Loud>> F;
  for (std::size_t I = 0; I < N; ++I) {
    std::puts("");
    F.emplace_back(nullptr);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'F' grows
    // CHECK-FIXES: {{^}}  F.reserve(N);{{$}}
  }
  use(F);
}
void each(std::size_t N) {
  for (std::size_t I = 0; I < N; ++I)
    grow(N);
}

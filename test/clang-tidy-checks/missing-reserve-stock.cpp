// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config="{CheckOptions: {Hints: true}}"
// RUN: %check_tidy %s anomalloc-missing-reserve %t -check-suffix=ALL -- -config='{CheckOptions: {Hints: true, AlsoReportStock: true}}'
// RUN: %clang_tidy %s -checks='-*,performance-inefficient-vector-operation' --config={} -- -std=c++17 | FileCheck %s -check-prefix=STOCK

// performance-inefficient-vector-operation reports loops over one statement,
// for a variable that has not been named before.

#include <set>
#include <vector>

void use(const std::vector<int> &);

void stock(const std::vector<int> &V, unsigned N) {
  std::vector<int> A;
  for (int I : V)
    A.push_back(I);
    // CHECK-MESSAGES-ALL: :[[@LINE-1]]:7: warning: 'A' grows
    // STOCK: :[[@LINE-2]]:5: warning: 'push_back' is called inside a loop
  use(A);
  std::vector<int> B;
  for (unsigned I = 0; I < N; ++I) {
    B.emplace_back(I);
    // CHECK-MESSAGES-ALL: :[[@LINE-1]]:7: warning: 'B' grows
    // STOCK: :[[@LINE-2]]:5: warning: 'emplace_back' is called inside a loop
  }
  use(B);
}

// STOCK-NOT: warning:
void ours(const std::vector<int> &V, unsigned N, const std::multiset<int> &S) {
  std::vector<int> A, B; // not alone
  for (int I : V)
    A.push_back(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'A' grows
    // CHECK-MESSAGES-ALL: :[[@LINE-2]]:7: warning: 'A' grows
  std::vector<int> C;
  for (unsigned I = 1; I <= N; ++I)
    C.push_back(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'C' grows
    // CHECK-MESSAGES-ALL: :[[@LINE-2]]:7: warning: 'C' grows
  std::vector<int> D;
  for (int I : S)
    D.push_back(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'D' grows
    // CHECK-MESSAGES-ALL: :[[@LINE-2]]:7: warning: 'D' grows
  std::vector<int> E;
  E.clear();
  for (int I : V)
    E.push_back(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'E' grows
    // CHECK-MESSAGES-ALL: :[[@LINE-2]]:7: warning: 'E' grows
}
// CHECK-FIXES: {{^}}  A.reserve(V.size());{{$}}
// CHECK-FIXES-ALL: {{^}}  A.reserve(V.size());{{$}}

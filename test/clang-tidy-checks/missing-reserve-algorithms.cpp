// RUN: %check_tidy %s anomalloc-missing-reserve %t -std=c++20 -- -config="{CheckOptions: {Hints: true}}"
// RUN-FIXED: same-output fewer-allocations

// Algorithms that write through std::back_inserter.

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <list>
#include <numeric>
#include <string>
#include <vector>

using Ints = std::vector<int>;
void print(const Ints &V) { std::printf("%zu %d\n", V.size(), V.empty() ? 0 : V.back()); }

void exact(const Ints &V, const int *B, const int *E, unsigned N) {
  Ints A, C, D, F, G, H;
  std::copy(V.begin(), V.end(), std::back_inserter(A));
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'A' grows element by element to a size that is known before; call 'A.reserve(V.size())' before 'copy' [anomalloc-missing-reserve]
  // CHECK-FIXES: {{^}}  A.reserve(V.size());{{$}}
  print(A);
  std::transform(B, E, back_inserter(C), [](int I) { return -I; });
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'C.reserve(E - B)' before 'transform'
  // CHECK-FIXES: {{^}}  C.reserve(E - B);{{$}}
  print(C);
  std::copy_n(B, N, std::back_inserter(D));
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'D.reserve(N)' before 'copy_n'
  // CHECK-FIXES: {{^}}  D.reserve(N);{{$}}
  print(D);
  std::generate_n(std::back_inserter(F), 2 * N, [&N] { return int(N); });
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'F.reserve(2 * N)' before 'generate_n'
  // CHECK-FIXES: {{^}}  F.reserve(2 * N);{{$}}
  print(F);
  const int Nine[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::partial_sum(std::begin(Nine), std::end(Nine), std::back_inserter(G));
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'G.reserve(9)' before 'partial_sum'
  // CHECK-FIXES: {{^}}  G.reserve(9);{{$}}
  print(G);
  std::transform(V.begin(), V.begin() + N, V.begin(), std::back_inserter(H),
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'H.reserve(N)' before 'transform'
  // CHECK-FIXES: {{^}}  H.reserve(N);{{$}}
                 [](int I, int J) { return I * J; });
  print(H);
}

void ranges(const std::list<int> &L, const std::string &Text) {
  Ints A;
  std::string Copy;
  std::ranges::transform(L, std::back_inserter(A), [](int I) { return -I; });
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'A.reserve(L.size())' before 'transform'
  // CHECK-FIXES: {{^}}  A.reserve(L.size());{{$}}
  print(A);
  std::ranges::copy(Text.rbegin(), Text.rend(), std::back_inserter(Copy));
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: {{.*}}; call 'Copy.reserve(Text.size())' before 'copy'
  // CHECK-FIXES: {{^}}  Copy.reserve(Text.size());{{$}}
  std::puts(Copy.c_str());
}

void atMost(const Ints &V, int N) {
  Ints A, B, C;
  std::copy_if(V.begin(), V.end(), std::back_inserter(A), [](int I) { return I > 2; });
  // CHECK-MESSAGES: :[[@LINE-1]]:3: remark: 'A' grows element by element, up to a size that is known before; call 'A.reserve(V.size())' before 'copy_if'; not in view: how many elements it gets
  print(A);
  std::ranges::remove_copy_if(V, std::back_inserter(B), [](int I) { return I > 2; });
  // CHECK-MESSAGES: :[[@LINE-1]]:3: remark: {{.*}}; call 'B.reserve(V.size())' before 'remove_copy_if'; not in view:
  print(B);
  std::generate_n(std::back_inserter(C), N, [] { return 1; });
  // CHECK-MESSAGES: :[[@LINE-1]]:3: remark: {{.*}}; call 'C.reserve(N)' before 'generate_n' [anomalloc-missing-reserve]
  print(C);
}

int main() {
  const Ints V(40, 7);
  exact(V, V.data(), V.data() + 30, 20);
  ranges({1, 2, 3, 4, 5, 6}, "a text that is not short, and is longer than that");
  atMost(V, -1);
}

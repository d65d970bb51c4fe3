// RUN: %check_tidy %s anomalloc-missing-reserve %t -std=c++11,c++23 -- -config="{CheckOptions: {Hints: true}}"
// RUN-FIXED: same-output fewer-allocations

// Loops that are no `for` from a constant upwards: pointers and iterators,
// countdowns, other steps, variables from outside.

#include <cstdio>
#include <deque>
#include <map>
#include <string>
#include <vector>

using Ints = std::vector<int>;
template <typename T> void print(const std::vector<T> &V) {
  std::printf("%zu %d\n", V.size(), V.empty() ? 0 : int(V.back()));
}

void pointers(const int *B, const int *E, std::size_t N) {
  Ints A;
  for (const int *P = B; P != E; ++P)
    A.push_back(*P);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'A' grows element by element to a size that is known before; call 'A.reserve(E - B)' before the loop [anomalloc-missing-reserve]
    // CHECK-FIXES: {{^}}  A.reserve(E - B);{{$}}
  print(A);
  Ints C;
  for (const int *P = B, *End = B + N; P != End; P += 1)
    C.push_back(*P);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'C.reserve(N)' before the loop
    // CHECK-FIXES: {{^}}  C.reserve(N);{{$}}
  print(C);
  Ints D;
  while (E != B)
    D.push_back(*--E);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'D.reserve(E - B)' before the loop
    // CHECK-FIXES: {{^}}  D.reserve(E - B);{{$}}
  print(D);
  Ints F;
  for (const int *P = B; P < B + N; ++P)
    F.push_back(*P);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'F.reserve(N)' before the loop
    // CHECK-FIXES: {{^}}  F.reserve(N);{{$}}
  print(F);
}

void iterators(Ints::const_iterator B, Ints::const_iterator E,
               std::deque<int> &Queue, const std::map<int, int> &M) {
  Ints A, C, D, F;
  for (; B != E; ++B) {
    A.push_back(*B);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'A.reserve(E - B)' before the loop
    // CHECK-FIXES: {{^}}  A.reserve(E - B);{{$}}
  }
  print(A);
  for (auto It = Queue.begin() + 1; It != Queue.end(); It++) {
    C.push_back(*It);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'C.reserve(Queue.end() - (Queue.begin() + 1))' before the loop
    // CHECK-FIXES: {{^}}  C.reserve(Queue.end() - (Queue.begin() + 1));{{$}}
  }
  print(C);
  auto It = M.begin();
  It = M.end();
  for (It = M.begin(); It != M.end(); ++It)
    D.push_back(It->second);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'D.reserve(M.size())' before the loop
    // CHECK-FIXES: {{^}}  D.reserve(M.size());{{$}}
  print(D);
}

void numbers(unsigned N, const Ints &V) {
  Ints A, B, C, D, E, F;
  for (unsigned I = N; I > 0; --I)
    A.push_back(int(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'A.reserve(N)' before the loop
    // CHECK-FIXES: {{^}}  A.reserve(N);{{$}}
  print(A);
  for (std::size_t I = V.size(); I-- > 0;)
    B.push_back(V[I]);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'B.reserve(V.size())' before the loop
    // CHECK-FIXES: {{^}}  B.reserve(V.size());{{$}}
  print(B);
  for (int I = int(V.size()) - 1; I >= 0; --I)
    C.push_back(V[I]);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'C.reserve(V.size())' before the loop
    // CHECK-FIXES: {{^}}  C.reserve(V.size());{{$}}
  print(C);
  for (int I = 0, Size = static_cast<int>(V.size()); Size > I; I++)
    D.push_back(V[I]);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'D.reserve(V.size())' before the loop
    // CHECK-FIXES: {{^}}  D.reserve(V.size());{{$}}
  print(D);
  std::size_t K;
  for (K = 0; K + 0 < V.size() && K < 1; ++K) // no count: for something else
    std::puts("once");
  for (K = 0; K <= V.size(); K += 2)
    E.push_back(int(K));
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'E.reserve((V.size() + 2) / 2)' before the loop
    // CHECK-FIXES: {{^}}  E.reserve((V.size() + 2) / 2);{{$}}
  print(E);
  while (N--)
    F.push_back(int(N));
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'F.reserve(N)' before the loop
    // CHECK-FIXES: {{^}}  F.reserve(N);{{$}}
  print(F);
}

// The step stands in the body.
void inTheBody(const int *P, std::size_t N, std::size_t I) {
  Ints A, B;
  while (N > 0) {
    A.push_back(*P++);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'A.reserve(N)' before the loop
    // CHECK-FIXES: {{^}}  A.reserve(N);{{$}}
    --N;
  }
  print(A);
  while (I != 0) {
    const int Next = int(I -= 1);
    B.push_back(Next);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}}call 'B.reserve(2 * I)' before the loop
    // CHECK-FIXES: {{^}}  B.reserve(2 * I);{{$}}
    B.push_back(-Next);
  }
  print(B);
}

int main() {
  const Ints V(40, 7);
  pointers(V.data(), V.data() + 40, 40);
  std::deque<int> Queue(30, 3);
  iterators(V.begin(), V.end(), Queue, {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}});
  numbers(33, V);
  inTheBody(V.data(), 37, 20);
}

// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config="{CheckOptions: {Hints: true}}"
// RUN: %check_tidy %s anomalloc-missing-reserve %t -check-suffix=FIX -- -fix-notes -config="{CheckOptions: {Hints: true}}"

// The number may be negative, or wrong: the change hangs on a note.

#include <vector>

void use(const std::vector<int> &);
int count();
struct List {
  const int *begin() const;
  const int *end() const;
  int size() const;
};

void judged(int N, const List &L, unsigned M) {
  std::vector<int> A;
  for (int I = 0; I < N; ++I) {
    int Square = I * I;
    A.push_back(Square);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: 'A' grows element by element
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check that the size can be neither negative nor too large
    // CHECK-MESSAGES-FIX: :[[@LINE-3]]:7: remark: 'A' grows
    // CHECK-FIXES-FIX: {{^}}  A.reserve(N);{{$}}
  }
  use(A);
  std::vector<int> B;
  for (int I : L) {
    int Square = I * I;
    B.push_back(Square);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: {{.*}} call 'B.reserve(L.size())' before the loop
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check
    // CHECK-MESSAGES-FIX: :[[@LINE-3]]:7: remark: 'B' grows
    // CHECK-FIXES-FIX: {{^}}  B.reserve(L.size());{{$}}
  }
  use(B);
  std::vector<int> C;
  for (unsigned I = 1; I < M; ++I) {
    int Square = I * I;
    C.push_back(Square);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: {{.*}} call 'C.reserve(M - 1)' before the loop
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check
    // CHECK-MESSAGES-FIX: :[[@LINE-3]]:7: remark: 'C' grows
    // CHECK-FIXES-FIX: {{^}}  C.reserve(M - 1);{{$}}
  }
  use(C);
  std::vector<int> D;
  for (unsigned I = 0; I < M; ++I)
    for (int J = 0; J <= N; ++J)
      D.push_back(J);
      // CHECK-NOTES: :[[@LINE-1]]:9: remark: {{.*}} call 'D.reserve(M * (N + 1))' before the loop
      // CHECK-NOTES: :[[@LINE-2]]:9: note: check
      // CHECK-MESSAGES-FIX: :[[@LINE-3]]:9: remark: 'D' grows
      // CHECK-FIXES-FIX: {{^}}  D.reserve(M * (N + 1));{{$}}
  use(D);
  // No place for a line.
  std::vector<int> E;
  if (M > 7)
    for (unsigned I = 0; I < M; ++I)
      E.push_back(int(I));
      // CHECK-NOTES: :[[@LINE-1]]:9: remark: 'E' grows
      // CHECK-MESSAGES-FIX: :[[@LINE-2]]:9: remark: 'E' grows
  use(E);
}

// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config="{CheckOptions: {Hints: true}}"

// A count that may be negative is never reserved by a fix; nor is one that is
// but a bound.

#include <vector>

using Ints = std::vector<int>;
void use(const Ints &);
bool good(int);

void negative(int N, int M, long L, const int *P) {
  Ints A, B, C, D, E, F, G;
  for (int I = N; I > 0; --I)
    A.push_back(I);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: 'A' grows {{.*}}; call 'A.reserve(N)' before the loop [anomalloc-missing-reserve]
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check that the size can be neither negative nor too large
  use(A);
  for (int I = N - 1; I >= 0; --I)
    B.push_back(I);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: {{.*}}'B.reserve(N)' before the loop
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check
  use(B);
  for (int I = M; I < N; ++I)
    C.push_back(I);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: {{.*}}'C.reserve(N - M)' before the loop
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check
  use(C);
  for (int I = 0; I != N; ++I) // forever, or until something is thrown
    D.push_back(I);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: {{.*}}'D.reserve(N)' before the loop
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check
  use(D);
  for (const int *Q = P; Q < P + L; ++Q)
    E.push_back(*Q);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: {{.*}}'E.reserve(L)' before the loop
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check
  use(E);
  while (M > 0) {
    F.push_back(M);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: {{.*}}'F.reserve(M)' before the loop
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check
    M--;
  }
  use(F);
  while (N--)
    G.push_back(N);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: {{.*}}'G.reserve(N)' before the loop
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check
  use(G);
}

// From the wrong end, or through a type that is too small.
void wrong(const int *B, const int *E, unsigned N, unsigned M) {
  Ints A, C, D;
  for (; B < E; ++B)
    A.push_back(*B);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: {{.*}}'A.reserve(E - B)' before the loop
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check
  use(A);
  for (unsigned I = M; I < N; ++I)
    C.push_back(int(I));
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: {{.*}}'C.reserve(N - M)' before the loop
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check
  use(C);
  for (int I = int(N); I > 0; --I)
    D.push_back(I);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: {{.*}}'D.reserve(int(N))' before the loop
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check
  use(D);
}

void bounds(const int *B, const int *E, unsigned N) {
  Ints A, C;
  for (; B != E; ++B) {
    if (good(*B))
      break;
    A.push_back(*B);
    // CHECK-NOTES: :[[@LINE-1]]:7: remark: 'A' grows element by element, up to a size that is known before; call 'A.reserve(E - B)' before the loop; not in view: how many elements it gets
    // CHECK-NOTES: :[[@LINE-2]]:7: note: check that the bound is not far too large
  }
  use(A);
  while (N--)
    if (good(int(N)))
      C.push_back(int(N));
      // CHECK-NOTES: :[[@LINE-1]]:9: remark: {{.*}}'C.reserve(N)' before the loop; not in view:
      // CHECK-NOTES: :[[@LINE-2]]:9: note: check
  use(C);
}

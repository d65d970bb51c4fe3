// RUN: %check_tidy %s anomalloc-unnecessary-copy %t -- -config="{CheckOptions: {Hints: true}}" -- -I %S/Inputs

// Who can tell that a copy is not made has to look first.

#include "told-copies.h"

template <typename T> std::size_t use(const T &);
template <typename T> struct Box {
  T Part{1};
};

void copies(const Box<Named> &A, const Box<Loud> &B, const Box<Numbered> &C,
            const Box<Gone> &D, const Box<Elsewhere> &E,
            const Box<Forgetful> &F, const Box<Holder> &G) {
  for (int I = 0; I < 99; ++I) {
    const auto X = A.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Named'
    // CHECK-NOTES: :[[@LINE-2]]:16: note: check that the copies and the destructor of 'Named' do nothing that is missed
    use(X);
    const auto Y = B.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Loud'
    // CHECK-NOTES: :[[@LINE-2]]:16: note: check
    use(Y);
    const auto Z = C.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Numbered'
    // CHECK-NOTES: :[[@LINE-2]]:16: note: check
    use(Z);
    const auto U = D.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Gone'
    // CHECK-NOTES: :[[@LINE-2]]:16: note: check
    use(U);
    const auto V = E.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Elsewhere'
    // CHECK-NOTES: :[[@LINE-2]]:16: note: check
    use(V);
    const auto W = F.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Forgetful'
    // CHECK-NOTES: :[[@LINE-2]]:16: note: check
    use(W);
    const auto T = G.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Holder'
    // CHECK-NOTES: :[[@LINE-2]]:16: note: check
    use(T);
  }
}

void plain(const Box<Row> &A, const Box<Plain> &B) {
  for (int I = 0; I < 99; ++I) {
    const auto X = A.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Row'
    // CHECK-FIXES: {{^}}    const auto &X = A.Part;{{$}}
    use(X);
    const auto Y = B.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Plain'
    // CHECK-FIXES: {{^}}    const auto &Y = B.Part;{{$}}
    use(Y);
  }
}

struct Sharing {
  std::vector<int> Data;
  std::shared_ptr<int> Handle;
};
struct Model {
  std::shared_ptr<int> Handle;
  Sharing Part;
  std::vector<std::shared_ptr<int>> All;
};

// What is not in view may look at the counts.
std::size_t counts(const Model &M) {
  std::size_t Sum = 0;
  for (int I = 0; I < 99; ++I) {
    const auto A = M.Handle;
    // CHECK-NOTES: :[[@LINE-1]]:16: remark: copy of a 'std::shared_ptr<int>'
    // CHECK-NOTES: :[[@LINE-2]]:16: note: check that nobody counts on a handle of its own, by 'use_count' or by when the shared object goes
    const auto B = M.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Sharing'
    // CHECK-NOTES: :[[@LINE-2]]:16: note: check that nobody counts
    const auto C = M.All;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'std::vector<std::shared_ptr<int>>'
    // CHECK-NOTES: :[[@LINE-2]]:16: note: check that nobody counts
    Sum += use(A) + use(B) + use(C);
  }
  return Sum;
}

// Nothing of this looks at them.
static int valueOf(const Sharing &S) { return S.Data.front() + *S.Handle; }
int leads(const Model &M) {
  int Sum = 0;
  for (int I = 0; I < 99; ++I) {
    const auto A = M.Handle;
    // CHECK-NOTES: :[[@LINE-1]]:16: remark: copy of a 'std::shared_ptr<int>'
    // CHECK-FIXES: {{^}}    const auto &A = M.Handle;{{$}}
    const auto B = M.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Sharing'
    // CHECK-FIXES: {{^}}    const auto &B = M.Part;{{$}}
    Sum += *A + valueOf(B);
  }
  return Sum;
}

// This does.
long tells(const Model &M) {
  long Sum = 0;
  for (int I = 0; I < 99; ++I) {
    const auto A = M.Part;
    // CHECK-NOTES: :[[@LINE-1]]:16: warning: copy of a 'Sharing'
    // CHECK-NOTES: :[[@LINE-2]]:16: note: check that nobody counts
    Sum += A.Data.front() + M.Handle.use_count();
  }
  return Sum;
}

// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config="{CheckOptions: {Hints: true}}"

// A size that does not hold all that is added is no size to reserve.

#include <iterator>
#include <algorithm>
#include <vector>

using Ints = std::vector<int>;
void use(const Ints &);
bool good(int);

void insideTheLoop(const Ints &V, const Ints &W) {
  Ints A, B, C, D;
  for (int I : V) {
    A.push_back(I);
    A.insert(A.end(), W.begin(), W.end());
    B.push_back(I);
    if (good(I))
      B.push_back(-I);
    C.push_back(I);
    std::copy(W.begin(), W.end(), std::back_inserter(C));
    D.push_back(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'D' grows element by element to a size that is known before; call 'D.reserve(2 * V.size())'
    // CHECK-FIXES: {{^}}  D.reserve(2 * V.size());{{$}}
    D.push_back(-I);
  }
  use(A);
}

void behindTheLoop(const Ints &V, const Ints &W) {
  Ints A, B, C, D, E;
  for (int I : V) {
    A.push_back(I);
    use(A);
  }
  A.push_back(0);
  for (int I : V) {
    B.push_back(I);
    use(B);
  }
  for (int I : W)
    B.push_back(I);
  for (int I : V) {
    C.push_back(I);
    use(C);
  }
  if (good(1))
    C.insert(C.end(), W.begin(), W.end());
  for (int I : V) {
    D.push_back(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'D' grows
    // CHECK-FIXES: {{^}}  D.reserve(V.size());{{$}}
    use(D);
  }
  D[0] = 1;
  E = D;
  E.push_back(1);
}

// The object that a handle, a locked one for example, stands for.
struct Locked {
  Ints &operator*();
};
void behindAHandle(Locked &Handle) {
  Ints A;
  for (int I : *Handle) {
    A.push_back(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: {{.*}}'A' grows {{.*}}'A.reserve((*Handle).size())'
    use(A);
  }
}

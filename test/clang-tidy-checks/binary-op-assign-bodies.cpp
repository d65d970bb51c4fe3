// RUN: %check_tidy %s anomalloc-binary-op-assign %t -std=c++17

// Operators whose bodies are in view, and which may do different things: told,
// and not fixed.

#include <vector>

struct Clamped {
  std::vector<int> V;
  Clamped &operator+=(const Clamped &O) {
    for (std::size_t I = 0; I < V.size(); ++I)
      V[I] = V[I] + O.V[I] > 9 ? 9 : V[I] + O.V[I];
    return *this;
  }
  Clamped operator+(const Clamped &O) const {
    Clamped R = *this;
    for (std::size_t I = 0; I < V.size(); ++I)
      R.V[I] = V[I] + O.V[I];
    return R;
  }
};
struct Counted {
  std::vector<int> V;
  int Calls = 0;
  Counted &operator-=(const Counted &) { return ++Calls, *this; }
};
Counted operator-(Counted A, const Counted &B) {
  A.V = B.V;
  return A;
}
struct Sum {
  std::vector<int> V;
  Sum &operator+=(const Sum &O) {
    V[0] += O.V[0];
    return *this;
  }
};
Sum operator+(Sum A, const Sum &B) { return A += B; }
Sum next(Sum &Last);

void f(Clamped A, const Clamped &B, Counted C, Counted D, Sum S, Sum T) {
  for (int I = 0; I < 100; ++I) {
    A = A + Clamped{{1}};
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '+' makes a temporary 'Clamped'
    // CHECK-FIXES: {{^}}    A = A + Clamped{{[{][{]}}1}};
    C = C - D;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '-' makes a temporary 'Counted'
    // CHECK-FIXES: {{^}}    C = C - D;
    S = S + T;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '+' makes a temporary 'Sum'
    // CHECK-FIXES: {{^}}    S += T;
    S = S + next(S);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '+' makes a temporary 'Sum'
    // CHECK-FIXES: {{^}}    S = S + next(S);
  }
}

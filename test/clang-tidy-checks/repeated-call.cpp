// RUN: %check_tidy %s anomalloc-repeated-call %t -std=c++11,c++20
// RUN-FIXED: same-output fewer-allocations

// A call that makes the same object again, in a loop or one after another. The
// fix is certain where the function is seen to do nothing else.

#include <cstdio>
#include <string>
#include <vector>

struct Element {
  std::vector<int> Nodes;
  int node(int I) const { return Nodes[I]; }
  int count() const { return int(Nodes.size()); }
};

class Mesh {
public:
  explicit Mesh(int N) : Nodes(N, 1) {}
  Element operator[](int E) const {
    Element Result;
    for (int I = 0; I < 3; ++I)
      Result.Nodes.push_back(Nodes[E % size()] + I);
    return Result;
  }
  Element getElement(int E) const { return (*this)[E]; }
  int size() const { return int(Nodes.size()); }
  std::vector<int> Nodes;
};

int sum(const Element &E) { return E.node(0) + E.node(2); }

Element firstOf(const Mesh &M) { return M[0]; }

struct Space {
  const Mesh &Domain;
  std::vector<int> Dofs;
  int NumDofs;

  explicit Space(const Mesh &M) : Domain(M), Dofs(16, -1), NumDofs(0) {}

  // The object stays, whatever happens to others; the count of the inner loop
  // is asked of the same object.
  void create() {
    for (int E = 0; E < Domain.size(); ++E) {
      const int Count = Domain[E].count();
      // CHECK-FIXES: {{^}}      const auto &DomainE = Domain[E];{{$}}
      // CHECK-FIXES-NEXT: {{^}}      const int Count = DomainE.count();{{$}}
      for (int I = 0; I < Count; ++I) {
        int &Dof = Dofs[Domain[E].node(I)];
        // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'operator[]' makes the same 'Element' again, which owns heap memory, inside 2 nested loops; ask once, and keep the answer in a 'const auto &' [anomalloc-repeated-call]
        // CHECK-FIXES: {{^}}        int &Dof = Dofs[DomainE.node(I)];{{$}}
        if (Dof < 0)
          Dof = NumDofs++;
      }
    }
  }
};

int loops(const Mesh &M, const std::vector<Mesh> &Many, int E) {
  int Sum = 0;
  // It runs for sure.
  for (int I = 0; I < 3; ++I)
    Sum += M.getElement(E + 1).node(I);
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'getElement' makes the same 'Element' again, which owns heap memory, inside a loop
  // CHECK-FIXES: {{^}}  const auto &MElement = M.getElement(E + 1);{{$}}
  // CHECK-FIXES-NEXT: for (int I = 0; I < 3; ++I)
  // CHECK-FIXES-NEXT: {{^}}    Sum += MElement.node(I);{{$}}

  // The condition is evaluated once at least.
  for (int I = 0; I < M[E].count(); ++I)
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning:
    // CHECK-FIXES: {{^}}  const auto &ME = M[E];{{$}}
    // CHECK-FIXES-NEXT: {{^}}  for (int I = 0; I < ME.count(); ++I)
    Sum += I;

  for (int K = 0; K < E; ++K) {
    Sum += sum(firstOf(Many[0]));
    // CHECK-FIXES: {{^}}    const auto &firstOfResult = firstOf(Many[0]);{{$}}
    // CHECK-FIXES-NEXT: {{^}}    Sum += sum(firstOfResult);{{$}}
    if (K > 2)
      Sum += sum(firstOf(Many[0]));
      // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'firstOf' makes the same 'Element' again
      // CHECK-FIXES: {{^}}      Sum += sum(firstOfResult);{{$}}
  }
  return Sum;
}

int main() {
  Mesh M(5);
  Space S(M);
  S.create();
  std::printf("%d %d\n", S.NumDofs, loops(M, {M, M}, 4));
}

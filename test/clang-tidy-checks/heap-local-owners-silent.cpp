// RUN: %check_tidy %s anomalloc-heap-local %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// The object is another's, of another class, or made of the one before it.

#include <memory>
#include <utility>
#include <vector>

struct Solver {
  explicit Solver(int Order) : Order(Order) {}
  virtual ~Solver() = default;
  virtual int solve(int At) const { return Order * At; }
  int Order;
};
struct Direct : Solver {
  using Solver::Solver;
};
void keep(Solver *);
void take(std::unique_ptr<Solver>);

int derived(int N) {
  std::unique_ptr<Solver> S;
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    S.reset(new Direct(I));
    // TWIN@{ S;}: new Direct -> new Solver
    Sum += S->solve(I);
  }
  return Sum;
}

int ofItself(int N) {
  std::unique_ptr<Solver> O(new Solver(1));
  for (int I = 0; I < N; ++I)
    O = std::make_unique<Solver>(O->Order + I);
    // TWIN@{ O(new}: O->Order + I -> I
  return O->Order;
}

void handedOn(int N) {
  std::unique_ptr<Solver> H;
  for (int I = 0; I < N; ++I) {
    H.reset(new Solver(I));
    take(std::move(H));
    // TWIN@{ H;}: take(std::move(H)) -> H->solve(I)
  }
}

Solver *last(int N) {
  Solver *L = nullptr;
  for (int I = 0; I < N; ++I) {
    delete L;
    L = new Solver(I);
    L->solve(I);
  }
  return L;
  // TWIN@{*L = null}: return L -> return nullptr
}

void kept(int N) {
  Solver *K = nullptr;
  for (int I = 0; I < N; ++I) {
    delete K;
    K = new Solver(I);
    keep(K);
    // TWIN@{*K = null}: keep(K) -> K->solve(I)
  }
}

// Nobody here frees it.
void leaked(int N) {
  Solver *F = nullptr;
  for (int I = 0; I < N; ++I) {
    F = new Solver(I);
    // TWIN@{*F = null}: F = new -> delete F, void(); F = new
    F->solve(I);
  }
}

struct Closer {
  void operator()(Solver *S) const;
};
int closed(int N) {
  std::unique_ptr<Solver, Closer> C;
  // TWIN: , Closer ->
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    C.reset(new Solver(I));
    Sum += C->solve(I);
  }
  return Sum;
}

// RUN: %check_tidy %s anomalloc-heap-member %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// The pointer owns nothing, or is needed as such.

#include <memory>

struct Solver {
  explicit Solver(int Order = 0) : Order(Order) {}
  int solve(int At) { return Order * At; }
  int Order;
};
struct Direct : Solver {};
void keep(Solver *);

struct Lender {
  explicit Lender(Solver &From) : S(&From) {}
  // TWIN@+5: S(&From) -> S(new Solver(From))
  Lender(const Lender &) = delete;
  ~Lender() { delete S; }
  int run(int At) { return S->solve(At); }
  Solver *S;
};
struct Leaker {
  Leaker() : S(new Solver) {}
  Leaker(const Leaker &) = delete;
  ~Leaker() { S->solve(1); }
  // TWIN@+3: S->solve(1) -> delete S
  int run(int At) { return S->solve(At); }
  Solver *S;
};
struct Handing {
  Handing() : S(new Solver) {}
  Handing(const Handing &) = delete;
  ~Handing() { delete S; }
  Solver *get() { return S; }
  // TWIN@+2: return S; -> return nullptr;
  Solver *S;
};
struct Keeping {
  Keeping() : S(new Solver) { keep(S); }
  // TWIN@+4: keep(S) -> S->solve(1)
  Keeping(const Keeping &) = delete;
  ~Keeping() { delete S; }
  Solver *S;
};
struct Deriving {
  explicit Deriving(bool) : S(new Direct) {}
  // TWIN@+4: new Direct -> new Solver
  Deriving(const Deriving &) = delete;
  ~Deriving() { delete S; }
  Solver *S;
};
struct Linked {
  Linked() : Next(nullptr) {}
  Linked(const Linked &) = delete;
  ~Linked() { delete Next; }
  void add(int N) { Next = N ? new Linked : nullptr; }
  Linked *Next; // its own class is not complete yet
};

// Few, and no value.
class Single {
public:
  Single();
  Single(const Single &) = delete;
  ~Single();

private:
  struct State;
  State *S;
};
struct Single::State {
  int At = 0;
};
Single::Single() : S(new State) {}
Single::~Single() { delete S; }
void few(int N) {
  if (N)
    // TWIN@{  State *S;}: if (N) -> while (N--)
    Single();
}

int all(int N, Solver &From) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    Lender A(From);
    Leaker B;
    Handing C;
    Keeping D;
    Deriving E(true);
    Linked F;
    F.add(I);
    Sum += A.run(I) + B.run(I) + C.get()->solve(I) + E.S->Order;
  }
  return Sum;
}

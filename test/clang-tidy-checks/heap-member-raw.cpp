// RUN: %check_tidy %s anomalloc-heap-member %t -- -config='{CheckOptions: {Hints: true}}' -- -I%S/Inputs

// Members that own by hand, or by owners of other libraries.

#include "boost-pointers.h"
#include <memory>

struct Solver {
  explicit Solver(int Order) : Order(Order) {}
  int solve(int At) { return Order * At; }
  int Order;
};
extern "C" void c_prepare(Solver *);

class Always {
public:
  explicit Always(int N) : S(new Solver(N)) {}
  Always(const Always &) = delete;
  ~Always() { delete S; }
  int run(int At) { return S->solve(At); }

private:
  Solver *S;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'S' allocates a 'Solver' of 4 bytes for each 'Always', in a function that is called in a loop; a member of type 'Solver' is part of its owner [anomalloc-heap-member]
};

class InBody {
public:
  explicit InBody(int N) { S = new Solver(N); }
  InBody(const InBody &) = delete;
  ~InBody() { delete S; }
  int run(int At) { return (*S).solve(At); }

private:
  Solver *S;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'S' allocates a 'Solver' of 4 bytes for each 'InBody'
};

class Later {
public:
  Later() = default;
  Later(const Later &) = delete;
  ~Later() { delete S; }
  void set(int N) {
    delete S;
    S = new Solver(N);
  }
  int run(int At) { return S ? S->solve(At) : 0; }

private:
  Solver *S = nullptr;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'S' allocates a 'Solver' of 4 bytes only to make it later than its owner, in a function that is called in a loop; 'std::optional<Solver>' holds it in place
};

class Scoped {
public:
  explicit Scoped(int N) : S(new Solver(N)) {}
  int run(int At) { return S->solve(At); }

private:
  boost::scoped_ptr<Solver> S;
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'S' allocates a 'Solver' of 4 bytes for each 'Scoped'
};

class Lent {
public:
  explicit Lent(int N) : S(new Solver(N)) { c_prepare(S.get()); }
  int run(int At) { return S->solve(At); }

private:
  std::unique_ptr<Solver> S;
  // CHECK-MESSAGES: :[[@LINE-1]]:27: remark: 'S' allocates a 'Solver' {{.*}}; not in view: whether 'c_prepare' keeps the address
};

// Pimpls: of objects that are many, and of a small value.
class Many {
public:
  Many();
  Many(const Many &) = delete;
  ~Many();
  int next();

private:
  struct State;
  State *S;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: each 'Many' keeps its state of 16 bytes in a heap block of its own, behind 'S', in a function that is called in a loop; store the state as members, or in room that the class reserves for it; not in view: whether it must be hidden
};
struct Many::State {
  double Sum = 0;
  int At = 0;
};
Many::Many() : S(new State) {}
Many::~Many() { delete S; }
int Many::next() { return ++S->At; }

class ValueData;
class Value {
public:
  Value();
  Value(const Value &Other);
  ~Value();

private:
  std::unique_ptr<ValueData> D;
  // CHECK-MESSAGES: :[[@LINE-1]]:30: remark: each 'Value' keeps its state of 8 bytes in a heap block of its own, behind 'D'; store
};
class ValueData {
public:
  double X = 0;
};
Value::Value() : D(new ValueData) {}
Value::Value(const Value &Other) : D(new ValueData(*Other.D)) {}
Value::~Value() = default;

int all(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    Always A(I);
    InBody B(I);
    Later C;
    C.set(I);
    Scoped D(I);
    Lent E(I);
    Many F;
    Sum += A.run(I) + B.run(I) + C.run(I) + D.run(I) + E.run(I) + F.next();
  }
  return Sum;
}

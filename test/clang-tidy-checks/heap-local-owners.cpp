// RUN: %check_tidy %s anomalloc-heap-local %t -- -config='{CheckOptions: {Hints: true}}' -- -I%S/Inputs

// Owners of other libraries, objects that are made again, or later.

#include "boost-pointers.h"
#include <memory>

struct Solver {
  explicit Solver(int Order) : Order(Order) {}
  int solve(int At) const { return Order * At; }
  int Order;
};
struct Shape {
  double area() const { return 1; }
  double Width = 0;
};
extern "C" int fill_shape(Shape *);

int again(int N) {
  std::unique_ptr<Solver> S;
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'S' gets a 'Solver' of 4 bytes on the heap each time, for this function only, inside a loop; 'std::optional<Solver>' holds it in place [anomalloc-heap-local]
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    S.reset(new Solver(I));
    Sum += S->solve(I);
  }
  return Sum;
}

int assigned(int N) {
  auto First = std::make_unique<Solver>(N);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'First' gets a 'Solver' {{.*}}, inside a loop;
  int Sum = First->solve(0);
  while (--N > 0) {
    First = std::make_unique<Solver>(N);
    Sum += (*First).solve(N);
  }
  return Sum;
}

int byHand(int N) {
  Solver *S = nullptr;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'S' gets a 'Solver' {{.*}}, inside a loop;
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    delete S;
    S = new Solver(I);
    Sum += S->solve(I);
  }
  delete S;
  return Sum;
}

int once(int N) {
  Solver *Later;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: remark: 'Later' gets a 'Solver' of 4 bytes on the heap each time, for this function only;
  if (N > 2)
    Later = new Solver(1);
  else
    Later = new Solver(N);
  const int Sum = Later->solve(N);
  delete Later;
  return Sum;
}

// At most once, in whatever loop.
int ifNone(int N) {
  std::unique_ptr<Solver> Lazy;
  // CHECK-MESSAGES: :[[@LINE-1]]:27: remark: 'Lazy' gets {{.*}}; not in view: how often there is none yet
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    if (!Lazy)
      Lazy = std::make_unique<Solver>(7);
    Sum += Lazy->solve(I);
  }
  return Sum;
}

int others(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    boost::scoped_ptr<Solver> Scoped(new Solver(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'Scoped' keeps a 'Solver' of 4 bytes on the heap, for this block only, inside a loop;
    boost::shared_ptr<Solver> Shared(new Solver(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'Shared' keeps a 'Solver'
    Sum += Scoped->solve(I) + Shared->solve(I);
    // CHECK-FIXES: {{^}}    Solver Scoped(I);{{$}}
    // CHECK-FIXES: {{^}}    Solver Shared(I);{{$}}
    // CHECK-FIXES: {{^}}    Sum += Scoped.solve(I) + Shared.solve(I);{{$}}
    boost::shared_ptr<Solver> Made = boost::make_shared<Solver>(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'Made' keeps a 'Solver'
    Sum += Made->solve(I);
  }
  return Sum;
}

double lent(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    auto Filled = std::make_unique<Shape>();
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'Filled' keeps a 'Shape'
    // CHECK-FIXES: {{^}}    Shape Filled{};{{$}}
    fill_shape(Filled.get());
    // CHECK-FIXES: {{^}}    fill_shape(&Filled);{{$}}
    Sum += Filled->area();
  }
  return Sum;
}

double perhaps(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    Shape *S = I % 3 ? new Shape : nullptr;
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'S' keeps a 'Shape' {{.*}}; 'std::optional<Shape>' holds it in place
    if (S) {
      Sum += S->area();
      delete S;
    }
  }
  return Sum;
}

// RUN: %check_tidy %s anomalloc-missing-move %t -- -config="{CheckOptions: {Hints: true}}" -- -I %S/Inputs

// Who can tell a move from a copy has to look first.

#include "told-copies.h"

struct MovesLoudly {
  std::vector<int> Data;
  explicit MovesLoudly(int) {}
  MovesLoudly(const MovesLoudly &) = default;
  MovesLoudly(MovesLoudly &&O) noexcept : Data(std::move(O.Data)) {
    std::puts("moved");
  }
};
struct Counting {
  std::vector<int> Data;
  int Copies = 0;
  explicit Counting(int) {}
  Counting(const Counting &O) : Data(O.Data), Copies(O.Copies + 1) {}
  Counting(Counting &&O) noexcept
      : Data(std::move(O.Data)), Copies(O.Copies) {}
};
struct Sharing {
  std::vector<int> Data;
  std::shared_ptr<int> Handle;
};
void tell(long);

template <typename T> struct List {
  std::vector<T> All;
  void keep(T X) { All.push_back(std::move(X)); }
};
void fill(List<MovesLoudly> &A, List<Counting> &B, List<Row> &C,
          List<Sharing> &D) {
  for (int I = 0; I < 99; ++I) {
    MovesLoudly X(I);
    A.All.push_back(X);
    // CHECK-NOTES: :[[@LINE-1]]:21: warning: 'X'
    // CHECK-NOTES: :[[@LINE-2]]:21: note: check that the copies and the destructor of 'MovesLoudly' do nothing that is missed
    Counting Y(I);
    B.All.push_back(Y);
    // CHECK-NOTES: :[[@LINE-1]]:21: warning: 'Y'
    // CHECK-NOTES: :[[@LINE-2]]:21: note: check
    Row Z(I);
    C.All.push_back(Z);
    // CHECK-NOTES: :[[@LINE-1]]:21: warning: 'Z'
    // CHECK-FIXES: {{^}}    C.All.push_back(std::move(Z));{{$}}
    Sharing V{{I}, nullptr};
    D.All.push_back(V);
    // CHECK-NOTES: :[[@LINE-1]]:21: warning: 'V'
    // CHECK-NOTES: :[[@LINE-2]]:21: note: check that nobody counts
    tell(D.All.back().Handle.use_count());
  }
}
void refill(List<Sharing> &E) {
  for (int I = 0; I < 99; ++I) {
    Sharing W{{I}, nullptr};
    E.All.push_back(W);
    // CHECK-NOTES: :[[@LINE-1]]:21: warning: 'W'
    // CHECK-FIXES: {{^}}    E.All.push_back(std::move(W));{{$}}
  }
}

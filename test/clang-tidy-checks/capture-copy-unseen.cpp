// RUN: %check_tidy %s anomalloc-capture-copy %t -std=c++17 -- -config='{CheckOptions: {Hints: true}}'

// Lambdas for algorithms that are members, and those that functions of other
// units take.

#include <functional>
#include <list>
#include <string>
#include <vector>

struct Molecule {
  std::vector<double> Charges;
  double charge(int I) const { return Charges[I]; }
};

void sorted(const Molecule &M, std::vector<std::list<int>> &Rings) {
  for (auto &R : Rings)
    R.sort([M](int A, int B) { return M.charge(A) < M.charge(B); });
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: the lambda captures a copy of 'M', a 'Molecule', which owns heap memory (member 'Charges'), inside a loop; it is only read: capture '&M'
  // CHECK-FIXES: R.sort([&M](int A, int B) { return M.charge(A) < M.charge(B); });
}

void forEach(const std::function<void(int)> &); // elsewhere

double sum(const Molecule &M) {
  double Sum = 0;
  for (int I = 0; I < 2; ++I)
    forEach([M, &Sum](int I) { Sum += M.charge(I); });
  // CHECK-MESSAGES: :[[@LINE-1]]:14: remark: the lambda captures a copy of 'M'{{.*}}, inside a loop; it is only read: capture '&M'; not in view: whether the lambda outlives the function, for all that it refers to a local variable, or 'M' changes meanwhile
  for (int I = 0; I < 2; ++I)
    forEach([M](int I) { M.charge(I); }); // may well be kept
  return Sum;
}

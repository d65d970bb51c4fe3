// RUN: %check_tidy %s anomalloc-binary-op-assign %t -std=c++17,c++20 -- -- -I %S/Inputs

// How often it is repeated, also through calls and lambdas.

#include "data.h"
#include <algorithm>
#include <numeric>

void outside(Data X, double Y) { X = X * Y; }
// CHECK-NOTES: :[[@LINE-1]]:36: warning: '*' makes a temporary 'Data', which owns heap memory (member 'Values'); '*=' works in place [anomalloc-binary-op-assign]
// CHECK-FIXES: void outside(Data X, double Y) { X *= Y; }
void onlyTheBodyRepeats(Data X, double Y) {
  for (X = X * Y;;)
    // CHECK-NOTES: :[[@LINE-1]]:10: warning: {{.*}} memory (member 'Values'); '*='
    break;
  do
    X = X * Y;
    // CHECK-NOTES: :[[@LINE-1]]:7: warning: {{.*}} memory (member 'Values'); '*='
  while (false);
}
void everyPartThatRepeats(Data X, double Y, int N) {
  for (int I = 0; I < N; X = X * Y)
    // CHECK-NOTES: :[[@LINE-1]]:28: warning: {{.*}}, inside a loop;
    for (const Data &D : {X, X})
      while (N--)
        X = X * Y;
  // CHECK-NOTES: :[[@LINE-1]]:11: warning: {{.*}}, inside 3 nested loops;
  // CHECK-FIXES: {{^}}        X *= Y;{{$}}
}

void helper(Data &X, double Y) { X = X * Y; }
// CHECK-NOTES: :[[@LINE-1]]:36: warning: '*' makes a temporary 'Data', which owns heap memory (member 'Values'), in a function that is called in a loop; '*=' works in place [anomalloc-binary-op-assign]
// CHECK-NOTES: :[[@LINE+6]]:5: note: called in a loop here
void between(Data &X) { helper(X, 2); }
void recursive(Data &X) { recursive(X); X = X * 2.0; }
// CHECK-NOTES: :[[@LINE-1]]:43: warning: {{.*}} memory (member 'Values'); '*='
void caller(Data &X) {
  for (int I = 0; I < 3; ++I)
    between(X);
}

struct Base {
  virtual ~Base();
  virtual void step(double Y) = 0;
};
struct Derived : Base {
  Data X;
  void step(double Y) override { X = X * Y; }
  // CHECK-NOTES: :[[@LINE-1]]:36: warning: {{.*}} called in a loop;
  // CHECK-NOTES: :[[@LINE+4]]:5: note: called in a loop here
};
void runAll(std::vector<Base *> &All) {
  for (Base *B : All)
    B->step(1);
}

void lambdas(Data X, std::vector<double> Factors) {
  std::for_each(Factors.begin(), Factors.end(), [&](double Y) { X = X * Y; });
  // CHECK-NOTES: :[[@LINE-1]]:67: warning: {{.*}}, inside a loop;
  for (int I = 0; I < 3; ++I) {
    [&] { X = X * 2.0; }();
    // CHECK-NOTES: :[[@LINE-1]]:13: warning: {{.*}}, inside a loop;
    std::for_each(Factors.begin(), Factors.end(), [&](auto Y) { X = X * Y; });
    // CHECK-NOTES: :[[@LINE-1]]:67: warning: {{.*}}, inside 2 nested loops;
    // CHECK-NOTES: :[[@LINE-2]]:67: note: check that the types of all instances have 'operator*=', which means the same
  }
  auto Stored = [&](double Y) { X = X * Y; };
  // CHECK-NOTES: :[[@LINE-1]]:35: warning: {{.*}} called in a loop;
  // CHECK-NOTES: :[[@LINE+2]]:5: note: called in a loop here
  while (X.Values.empty())
    Stored(2);
  auto Once = [&](double Y) { X = X * Y; };
  // CHECK-NOTES: :[[@LINE-1]]:33: warning: {{.*}} memory (member 'Values'); '*='
  Once(2);
}

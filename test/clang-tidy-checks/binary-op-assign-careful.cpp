// RUN: %check_tidy %s anomalloc-binary-op-assign %t -- -config='{CheckOptions: {Hints: true}}' -- -I %S/Inputs

// Warnings without a fix-it: what it would mean is not certain. The note carries
// the change, for --fix-notes and for editors.

#include "data.h"

void mayBeOneObject(Data &X, const Data &Y, Data *P, std::vector<Data> &V, int I, int J) {
  X = X * Y;
  // CHECK-NOTES: :[[@LINE-1]]:5: remark: '*' makes a temporary 'Data', which owns heap memory (member 'Values'); '*=' works in place [anomalloc-binary-op-assign]
  // CHECK-NOTES: :[[@LINE-2]]:5: note: 'Y' may be, or may refer to, the object assigned to; check that 'operator*=' allows that
  X = X * X; // in place it would read what it has written
  V[I] = V[I] * V[J];
  // CHECK-NOTES: :[[@LINE-1]]:8: remark:
  // CHECK-NOTES: :[[@LINE-2]]:8: note: 'V[J]' may be
  *P = *P * X;
  // CHECK-NOTES: :[[@LINE-1]]:6: remark:
  // CHECK-NOTES: :[[@LINE-2]]:6: note: 'X' may be
  X = X * Y.Values[0];
  // CHECK-NOTES: :[[@LINE-1]]:5: remark:
  // CHECK-NOTES: :[[@LINE-2]]:5: note: 'Y.Values[0]' may be
}

void refersToIt(std::vector<Data> Parts) {
  Data X, Local;
  const Data &Y = X;
  X = X + Y;
  // CHECK-NOTES: :[[@LINE-1]]:5: remark:
  // CHECK-NOTES: :[[@LINE-2]]:5: note: 'Y' may be
  auto Lambda = [&](const Data &Argument) { X = X + Argument; };
  // CHECK-NOTES: :[[@LINE-1]]:47: remark:
  // CHECK-NOTES: :[[@LINE-2]]:47: note: 'Argument' may be
  Lambda(X);
  for (const Data &Part : Parts) {
    Parts[0] = Parts[0] + Part;
    // CHECK-NOTES: :[[@LINE-1]]:14: warning:
    // CHECK-NOTES: :[[@LINE-2]]:14: note: 'Part' may be
  }
}

// The compound operator takes or returns something else.
struct OtherReturn { std::vector<int> V; void operator+=(const OtherReturn &); };
OtherReturn operator+(const OtherReturn &, const OtherReturn &);
struct Converts {
  std::vector<int> V;
  Converts &operator*=(int);
  Converts &operator*=(double);
};
Converts operator*(const Converts &, double);
void differs(OtherReturn A, OtherReturn B, Converts C) {
  A = A + B;
  // CHECK-NOTES: :[[@LINE-1]]:5: remark:
  C = C * 2;
  // CHECK-NOTES: :[[@LINE-1]]:5: remark:
}

// A fix-it would lose the comment.
void comment(Data X) {
  X = X /* the old one */ * 2.0;
  // CHECK-NOTES: :[[@LINE-1]]:5: remark:
}

// RUN: %check_tidy %s anomalloc-binary-op-assign %t -- -fix-notes -- -I %S/Inputs

// A line of a template is that of all its instances: the change is on a note,
// which says what all of them need.

#include "data.h"

template <typename T> void multiply(Data &X, const T &Y) {
  X = X * Y;
  // CHECK-NOTES: :[[@LINE-1]]:5: warning: '*' makes a temporary 'Data'
  // CHECK-NOTES: note: called in a loop here
  // CHECK-NOTES: :[[@LINE-3]]:5: note: {{.*}}the types of all instances have 'operator*=', which means the same
  // CHECK-FIXES: {{^}}  X *= Y;{{$}}
}

void all(Data &X, const Data &Y, int N) {
  while (N--) {
    multiply(X, Y);
    multiply(X, 2.0);
  }
}

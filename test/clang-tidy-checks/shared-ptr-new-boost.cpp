// RUN: %check_tidy %s anomalloc-shared-ptr-new %t -- -config='{CheckOptions: {Hints: true, AlsoReportStock: true}}' -- -I%S/Inputs

// boost's shared_ptr: without a fix-it, as nobody knows which header it needs.

#include "boost-pointers.h"
#include <vector>

struct Node {
  explicit Node(int Value) : Value(Value) {}
  int Value;
};
struct Owner {
  explicit Owner(int I) : Held(new Node(I)) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: a 'boost::shared_ptr' of a new 'Node' allocates the object and its counters apart, in a function that is called in a loop; 'boost::make_shared<Node>' allocates once [anomalloc-shared-ptr-new]
  boost::shared_ptr<Node> Held;
};

int all(int N) {
  int Sum = 0;
  boost::shared_ptr<const Node> Last;
  for (int I = 0; I < N; ++I) {
    boost::shared_ptr<Node> P(new Node(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: a 'boost::shared_ptr' of a new 'Node'
    Last.reset(new Node(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: a 'boost::shared_ptr' of a new 'Node'
    Sum += P->Value + Owner(I).Held->Value + Last->Value;
  }
  return Sum;
}

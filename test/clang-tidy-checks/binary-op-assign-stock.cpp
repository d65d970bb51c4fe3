// RUN: %check_tidy %s anomalloc-binary-op-assign %t
// RUN: %check_tidy %s anomalloc-binary-op-assign %t -check-suffix=ALSO -- -config='{CheckOptions: {AlsoReportStock: true}}'
// RUN: %check_tidy %s performance-inefficient-string-concatenation %t -check-suffix=STOCK

// performance-inefficient-string-concatenation speaks of string variables in
// loops; there we keep silent, unless asked.

#include <string>

struct Holder {
  std::string Member;
};
void strings(std::string S, Holder H, int N) {
  while (N--) {
    S = S + "x";
    // CHECK-MESSAGES-ALSO: :[[@LINE-1]]:7: warning: '+' makes
    // CHECK-FIXES-ALSO: {{^}}    S += "x";{{$}}
    // CHECK-MESSAGES-STOCK: :[[@LINE-3]]:5: warning: string concatenation results
    H.Member = H.Member + "x";
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: '+' makes
    // CHECK-FIXES: {{^}}    H.Member += "x";{{$}}
    // CHECK-MESSAGES-ALSO: :[[@LINE-3]]:14: warning: '+' makes
    // CHECK-FIXES-ALSO: {{^}}    H.Member += "x";{{$}}
  }
  do {
    S = S + "x";
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '+' makes
    // CHECK-FIXES: {{^}}    S += "x";{{$}}
    // CHECK-MESSAGES-ALSO: :[[@LINE-3]]:7: warning: '+' makes
    // CHECK-FIXES-ALSO: {{^}}    S += "x";{{$}}
  } while (N++ < 0);
}

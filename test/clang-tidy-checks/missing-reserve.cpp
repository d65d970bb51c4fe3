// RUN: %check_tidy %s anomalloc-missing-reserve %t
// RUN: %check_tidy %s anomalloc-missing-reserve %t -check-suffix=ALL -- -config='{CheckOptions: {WarnOutsideLoops: true}}'

// a container grows in a counted loop without reserve()

// TODO: what it finds and what not, against the real standard library. A check
// with a fix-it says `RUN-FIXED: same-output fewer-allocations` at the top.

#include <string>

void f(int N) {
  while (N--)
    std::string anomalloc_todo;
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: TODO: 'std::string' owns heap memory, inside a loop; TODO: what to write instead [anomalloc-missing-reserve]
  // CHECK-MESSAGES-ALL: :[[@LINE-2]]:17: warning: TODO: 'std::string' owns heap memory, inside a loop; TODO: what to write instead [anomalloc-missing-reserve]
}

void silent(int N) {
  std::string anomalloc_todo;
  // CHECK-MESSAGES-ALL: :[[@LINE-1]]:15: warning: TODO: 'std::string' owns heap memory; TODO: what to write instead [anomalloc-missing-reserve]
  while (N--)
    int anomalloc_todo;
}

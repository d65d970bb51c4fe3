// RUN: %check_tidy %s anomalloc-{name} %t
// RUN: %check_tidy %s anomalloc-{name} %t -check-suffix=ALL -- -config='{CheckOptions: {Hints: true}}'

// {summary}

// TODO: what it finds and what not, against the real standard library. A check
// with a fix-it says `RUN-FIXED: same-output fewer-allocations` at the top.

#include <string>

void f(int N) {
  while (N--)
    std::string anomalloc_todo;
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: TODO: 'std::string' owns heap memory, inside a loop; TODO: what to write instead [anomalloc-{name}]
  // CHECK-MESSAGES-ALL: :[[@LINE-2]]:17: warning: TODO: 'std::string' owns heap memory, inside a loop; TODO: what to write instead [anomalloc-{name}]
}

void silent(int N) {
  std::string anomalloc_todo;
  // CHECK-MESSAGES-ALL: :[[@LINE-1]]:15: remark: TODO: 'std::string' owns heap memory; TODO: what to write instead [anomalloc-{name}]
  while (N--)
    int anomalloc_todo;
}

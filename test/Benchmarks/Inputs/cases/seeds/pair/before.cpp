// RUN: %check_tidy %s anomalloc-a %t -std=c++17,c++20 -- -config='{}' -- -isystem %eigen -I%S/Inputs
// RUN: %check_tidy %s performance-x %t -check-suffix=STOCK
// RUN: %check_tidy %s anomalloc-a %t -check-suffix=A
// RUN: %check_tidy %s anomalloc-a %t -check-suffix=STRICT
int a;
// CHECK-MESSAGES: :[[@LINE-1]]:5: warning: one [anomalloc-a]
// CHECK-NOTES-A: :[[@LINE-2]]:5: note: no case
// CHECK-MESSAGES-STRICT: :[[@LINE+1]]:5: warning: two [anomalloc-a]
int b;
// CHECK-MESSAGES: :[[@LINE-1]]:5: warning: the same line
int c;
// CHECK-MESSAGES-STOCK: :[[@LINE-1]]:5: warning: not ours [performance-x]

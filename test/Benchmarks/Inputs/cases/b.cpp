// RUN: %check_tidy %s anomalloc-b \
// RUN:   %t
int c; // CHECK-NOTES: :[[@LINE]]:5: warning:

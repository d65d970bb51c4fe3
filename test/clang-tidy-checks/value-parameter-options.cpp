// RUN: %check_tidy %s anomalloc-value-parameter %t -- -config='{CheckOptions: {AlsoReportStock: true, Hints: true}}'

#include <vector>

// performance-unnecessary-value-param says it, too.
double sum(std::vector<double> V) {
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'V', a 'std::vector<double>' that owns heap memory, is only read, but copied for a call; take it by
  // CHECK-FIXES: double sum(const std::vector<double> &V) {
  double S = 0;
  for (double D : V)
    S += D;
  return S;
}

double once(const std::vector<double> &V) { return sum(V); }

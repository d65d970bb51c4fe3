// RUN: %check_tidy %s anomalloc-vector-parameter %t -std=c++11,c++17

// Before there are spans: lists in braces need no vector.

#include <algorithm>
#include <vector>

static double smallest(const std::vector<double> &Lengths) {
  // CHECK-MESSAGES: :[[@LINE-1]]:51: warning: 'Lengths', a 'std::vector<double>', is never resized, but a caller allocates one for it, inside a loop; take a 'std::initializer_list<double>', which the lists of all callers are [anomalloc-vector-parameter]
  return *std::min_element(Lengths.begin(), Lengths.end());
}

// Elements by index, a caller with a vector, callers elsewhere.
static double indexed(const std::vector<double> &V) { return V[0] + V[1]; }
static double mixed(const std::vector<double> &V) {
  return *std::min_element(V.begin(), V.end());
}
double visible(const std::vector<double> &V) {
  return *std::min_element(V.begin(), V.end());
}

double all(const std::vector<double> &Given, int N) {
  double Sum = mixed(Given);
  for (int I = 0; I < N; ++I)
    Sum += smallest({1.0 * I, 2.0, Sum}) + indexed({Sum, 1}) + mixed({Sum, 2}) +
           visible({Sum, 3});
  return Sum;
}

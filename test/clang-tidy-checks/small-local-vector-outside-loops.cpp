// RUN: %check_tidy %s anomalloc-small-local-vector %t
// RUN: %check_tidy %s anomalloc-small-local-vector %t -check-suffix=ALL -- -config='{CheckOptions: {Hints: true}}'

// Nothing is said of what runs once, unless hints are asked for; templates
// are reported once.

#include <algorithm>
#include <vector>

namespace boost {} // something of it is included

int once(int N) {
  std::vector<int> V(std::min(N, 8));
  // CHECK-MESSAGES-ALL: :[[@LINE-1]]:20: remark: 'std::vector<int>' allocates heap memory for at most 8 elements; 'boost::container::small_vector<int, 8>' holds them in place
  return V[0];
}

template <typename T> T called(int N) {
  std::vector<T> V(std::min(N, 8));
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: {{.*}}, in a function that is called in a loop;
  // CHECK-MESSAGES-ALL: :[[@LINE-2]]:18: warning: {{.*}}, in a function that is called in a loop;
  return V[0];
}

int main(int Count, char **) {
  double Sum = once(Count);
  for (int I = 0; I < Count; ++I)
    Sum += called<int>(I) + called<double>(I);
  return int(Sum);
}

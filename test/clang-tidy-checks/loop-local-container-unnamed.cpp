// RUN: %check_tidy %s anomalloc-loop-local-container %t -- -config='{CheckOptions: {Hints: true}}'

// Containers that are made for a call, and have no name.

#include <set>
#include <vector>

struct Numbers : std::vector<double> {
  using std::vector<double>::vector;
};
int total(const std::vector<int> &);
struct Mesh {
  void set(const Numbers &, int);
};

int calls(Mesh &M, const std::set<int> &Ids, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    Sum += total(std::vector<int>(N, I));
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: a 'std::vector<int>' is made for this call in each iteration, and allocates each time, inside a loop; declare one before the loop, and 'assign()' to it here, to use its memory again [anomalloc-loop-local-container]
    M.set(Numbers(64), I);
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: a 'Numbers' is made for this call {{.*}}; make it once, before the loop
    Sum += total(std::vector<int>(Ids.begin(), Ids.end()));
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: a 'std::vector<int>' is made for this call
  }
  return Sum;
}

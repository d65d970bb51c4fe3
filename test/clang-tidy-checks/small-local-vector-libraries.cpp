// RUN: %check_tidy %s anomalloc-small-local-vector %t -- -config='{CheckOptions: {Hints: true}}'
// RUN: %check_tidy %s anomalloc-small-local-vector %t -check-suffix=ABSL -- -config='{CheckOptions: {Hints: true}}' -- -DWITH_ABSL

// No library is named that the unit does not include, and without one it is
// a hint, even in a loop.

#include <algorithm>
#include <vector>

#ifdef WITH_ABSL
namespace absl {
class Mutex;
}
#endif
struct boost {}; // no namespace

int all(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<int> V(std::min(I, 8));
    // CHECK-MESSAGES: :[[@LINE-1]]:22: remark: 'std::vector<int>' allocates heap memory for at most 8 elements, inside a loop; an array of 8 and a count, or a vector that has room for them inside, needs none; not in view: whether the program has such a vector [
    // CHECK-MESSAGES-ABSL: :[[@LINE-2]]:22: warning: 'std::vector<int>' {{.*}}; 'absl::InlinedVector<int, 8>' holds them in place [
    Sum += int(V.size());
  }
  return Sum;
}

// RUN: %check_tidy %s anomalloc-small-local-vector %t -- -fix-notes
// A note has the change of the type. Nobody includes the header for real, so it
// is not there, and the fixed file is not compiled.

// CHECK-FIXES: {{^}}#include "absl/container/inlined_vector.h"{{$}}
#include <algorithm>
#include <vector>

namespace absl {
class Mutex;
}
using Numbers = std::vector<int>;

int all(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    const int Size = std::min(I, 8);
    std::vector<int> V(Size);
    // CHECK-NOTES: :[[@LINE-1]]:22: warning: 'std::vector<int>' allocates heap memory for at most 8 elements
    // CHECK-NOTES: :[[@LINE-2]]:22: note: check that the project has 'absl::InlinedVector'
    // CHECK-FIXES: {{^}}    absl::InlinedVector<int, 8> V(Size);{{$}}
    Numbers Named(Size);
    // CHECK-NOTES: :[[@LINE-1]]:13: warning: {{.*}} allocates heap memory
    // CHECK-NOTES: :[[@LINE-2]]:13: note: check that the project has 'absl::InlinedVector'
    // CHECK-FIXES: {{^}}    absl::InlinedVector<int, 8> Named(Size);{{$}}
    // Each of these has a type that the variable's own would have to follow.
    std::vector<int> Copied = std::vector<int>(Size);
    // CHECK-NOTES: :[[@LINE-1]]:22: warning: {{.*}} allocates heap memory
    // CHECK-FIXES: {{^}}    std::vector<int> Copied = std::vector<int>(Size);{{$}}
    auto Deduced = std::vector<int>(Size);
    // CHECK-NOTES: :[[@LINE-1]]:10: warning: {{.*}} allocates heap memory
    // CHECK-FIXES: {{^}}    auto Deduced = std::vector<int>(Size);{{$}}
    std::vector<int> One(Size), Two(Size);
    // CHECK-NOTES: :[[@LINE-1]]:22: warning: {{.*}} allocates heap memory
    // CHECK-NOTES: :[[@LINE-2]]:33: warning: {{.*}} allocates heap memory
    // CHECK-FIXES: {{^}}    std::vector<int> One(Size), Two(Size);{{$}}
    Sum += int(V.size() + Named.size() + Copied.size() + Deduced.size() +
               One.size() + Two.size());
  }
  return Sum;
}

// RUN: %check_tidy %s anomalloc-constant-size-vector %t -- -config='{CheckOptions: {Hints: true}}'

// Functions that return a vector of the same few elements each time.

#include <vector>

static std::vector<double> shape(double X) {
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: each call of 'shape' allocates room for 2 elements, a number that never changes, in a function that is called in a loop; return a 'std::array<double, 2>' [anomalloc-constant-size-vector]
  if (X < 0)
    return {1, 0};
  return {1 - X, X};
}

std::vector<double> derivatives(double X) {
  // CHECK-MESSAGES: :[[@LINE-1]]:21: remark: each call of 'derivatives' allocates room for 3 elements, a number that never changes; return a 'std::array<double, 3>' [anomalloc-constant-size-vector]
  std::vector<double> Result(3);
  Result[1] = X;
  return Result;
}

static std::vector<double> kept(double X) { return {1 - X, X}; }
// CHECK-MESSAGES: :[[@LINE-1]]:28: warning: each call of 'kept' allocates room for 2 elements

struct Code {
  // Both sides of a comparison change.
  std::vector<unsigned> parts() const { return {Run, Event, Track}; }
  // CHECK-MESSAGES: :[[@LINE-1]]:25: {{.*}}each call of 'parts' allocates room for 3 elements
  bool operator<(const Code &Other) const { return parts() < Other.parts(); }
  unsigned Run, Event, Track;
};

double sum(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    Sum += shape(I)[1];
    const std::vector<double> Shape = kept(I);
    for (double X : Shape)
      Sum += X;
  }
  return Sum;
}

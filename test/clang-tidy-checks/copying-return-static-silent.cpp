// RUN: %check_tidy %s anomalloc-copying-return %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Each call changes the static variable, or the object is no static one.

#include <vector>

std::vector<int> next(int I) {
  static std::vector<int> Buffer;
  Buffer.push_back(I);
  // TWIN@{> next(}: Buffer.push_back(I) -> (void)I
  return Buffer;
}
std::vector<int> local(int I) {
  std::vector<int> Row{I, 2};
  // TWIN@{> local(}: std::vector -> static const std::vector
  return Row;
}
std::vector<int> either(bool First) {
  static const std::vector<int> A{1}, B{2};
  if (First)
    return A;
  return {3};
  // TWIN@{> either(}: {3} -> B
}
int all(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += next(I).size() + local(I).size() + either(true).size();
  return Sum;
}

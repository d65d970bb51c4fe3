// RUN: %check_tidy %s anomalloc-constant-size-vector %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Of several sizes, many elements, or kept elsewhere too.

#include <vector>

using Numbers = std::vector<double>;
void keep(const Numbers &);

Numbers branches(double X) {
  if (X < 0)
    return {};
    // TWIN@-2: {} -> {0, X}
  return {1 - X, X};
}
Numbers grown(double X) {
  Numbers Result(2);
  Result.push_back(X);
  // TWIN@-2: push_back(X) -> at(0) = X
  return Result;
}
Numbers many(double X) {
  Numbers Result(1000);
  // TWIN@-1: 1000 -> 4
  Result[0] = X;
  return Result;
}
Numbers handedOver(double X) {
  Numbers Result(2);
  Result[0] = X;
  keep(Result);
  // TWIN@-3: keep(Result); ->
  return Result;
}

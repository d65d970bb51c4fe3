// RUN: %check_tidy %s anomalloc-expensive-object-in-loop %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Containers that differ, that somebody takes, or that other checks speak of.

#include <initializer_list>
#include <set>
#include <string>
#include <vector>

int sum(const std::vector<int> &V);
int take(std::vector<int> V);
int list(std::initializer_list<int> L);

int silent(int N) {
  int Sum = 0;
  std::vector<std::vector<int>> All;
  for (int I = 0; I < N; ++I) {
    Sum += sum({1, 2, I});
    // TWIN: I -> 3
    Sum += take({1, 2, 3});
    // TWIN: take -> sum
    Sum += list({1, 2, 3});
    // TWIN: list -> sum
    All.push_back({1, 2, 3});
    // TWIN: All.push_back( -> Sum += sum(
    std::vector<int> Changed = {1, 2, 3};
    Changed[1] = I;
    // TWIN@-1: Changed[1] = I; ->
    Sum += sum(Changed);
    const std::vector<int> Table = {1, 2, 3}; // an array will do
    Sum += Table[I % 3];
    // TWIN@-1: Table[I % 3] -> sum(Table)
    Sum += sum({});
    // TWIN: {} -> {1}
  }
  static const std::vector<int> Once = {1, 2, 3};
  return Sum + sum(Once);
}

int main() {
  return silent(3) + sum({1, 2, 3});
}

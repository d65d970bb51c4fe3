// RUN: %check_tidy %s anomalloc-vector-of-vector %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Rows that are more than filled and read.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

int rows(const std::vector<int> &From, int N) {
  // Elements leave.
  std::vector<std::set<int>> Open(N);
  std::vector<std::vector<int>> Swapped(N), Texts(N);
  for (int I : From) {
    Open[I].insert(N);
    Swapped[I].push_back(N);
  }
  Open[0].erase(3);
  // TWIN@{Open(N)}: erase(3) -> count(3)
  std::swap(Swapped[0], Swapped[1]);
  // Not in a loop.
  Texts[0].push_back(1);
  // Texts are no numbers.
  std::vector<std::vector<std::string>> Names(N);
  // TWIN: std::string -> const char *
  for (int I : From)
    Names[I].push_back({});
  return int(Swapped.size());
}

// Each row has the room that it needs.
int reserved(const std::vector<int> &From, int N) {
  std::vector<std::vector<int>> Rows(N);
  for (auto &Row : Rows)
    Row.reserve(From.size());
  // TWIN C@{Rows(N)}: Row.reserve(From.size()) -> Row.clear()
  for (int I : From)
    Rows[I].push_back(N);
  return int(Rows.size());
}

// The repair.
int compressed(const std::vector<int> &From, int N) {
  std::vector<int> First(N + 1), Rows(From.size());
  // TWIN B: std::vector<int> First(N + 1), -> std::vector<std::vector<int>> First(N + 1); std::vector<int>
  for (int I : From)
    ++First[I + 1];
    // TWIN B@{First(N + 1)}: ++First[I + 1] -> First[I].push_back(1)
  return int(Rows.size());
}

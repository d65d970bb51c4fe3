// RUN: %check_tidy %s anomalloc-heterogeneous-lookup %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Keys that a new map needs anyway, and strings of what is no text.

#include <deque>
#include <iterator>
#include <map>
#include <string>
#include <vector>

struct Row {
  std::map<std::string, int> Cells;
};
void use(const Row &R);

// Each map gets its own.
void fills(int N, Row &Kept) {
  for (int I = 0; I < N; ++I) {
    Row R;
    R.Cells["a key that needs heap memory"] = I;
    // TWIN: R.Cells -> Kept.Cells
    use(R);
  }
}

std::map<std::string, int> Map;
bool has(const std::deque<char> &D, int N) {
// TWIN@{> Map;}: std::deque<char> -> std::vector<char>
  while (N--)
    if (Map.count(std::string(D.begin(), D.end())))
      return true;
  return false;
}

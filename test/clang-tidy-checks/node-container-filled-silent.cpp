// RUN: %check_tidy %s anomalloc-node-container %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Maps and sets that must be some.

#include <map>
#include <set>
#include <string>
#include <vector>

void use(std::map<int, int> &);

int tables(const std::vector<int> &Keys) {
  std::map<int, int> Open, Passed;
  std::set<int> Sorted;
  std::map<std::string, int> ByText;
  std::map<int, int> Once;
  for (int K : Keys) {
    Open[K] = 1;
    Passed[K] = 1;
    Sorted.insert(K);
    ByText[std::to_string(K)] = 1;
  }
  // Elements leave.
  Open.erase(3);
  // TWIN@{Open, Passed}: erase -> count
  // Others may do what they like.
  use(Passed);
  // The neighbour of a key.
  int Next = *Sorted.lower_bound(4);
  // TWIN@{Sorted;}: lower_bound -> find
  Once[1] = 2;
  return int(ByText.size()) + Next + int(Once.size());
}

// The repair.
double merge(const std::vector<int> &Columns, int N) {
  std::vector<double> Merged(N);
  // TWIN: std::vector<double> Merged(N) -> std::map<int, double> Merged
  for (int C : Columns)
    Merged[C] += 1;
  return Merged[0];
}

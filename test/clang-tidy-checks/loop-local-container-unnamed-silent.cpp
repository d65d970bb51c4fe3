// RUN: %check_tidy %s anomalloc-loop-local-container %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// The callee keeps the container, or no loop makes it.

#include <vector>

int total(const std::vector<int> &);
void keep(std::vector<int>);
void keepRow(std::vector<int> &&);

void calls(int N) {
  for (int I = 0; I < N; ++I) {
    keep(std::vector<int>(N, I));
    // TWIN: keep -> total
    keepRow(std::vector<int>(N, I));
    // TWIN: keepRow -> total
    total(std::vector<int>());
    // TWIN: <int>() -> <int>(I)
  }
  if (N)
    // TWIN@+2: if (N) -> while (N--)
    total(std::vector<int>(N));
}

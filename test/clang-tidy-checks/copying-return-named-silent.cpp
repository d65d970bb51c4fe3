// RUN: %check_tidy %s anomalloc-copying-return %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Each caller needs an object of its own.

#include <utility>
#include <vector>

class Mesh {
public:
  std::vector<int> nodes(int I) const { return Nodes[I]; }
  std::vector<int> sorted() const { return Sorted; }
  std::vector<int> kept() const { return Kept; }

private:
  std::vector<std::vector<int>> Nodes;
  std::vector<int> Sorted, Kept;
};
std::vector<std::vector<int>> All;

int all(const Mesh &M, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    auto Row = M.nodes(I);
    Row.push_back(I);
    // TWIN@{nodes(int I)}: Row.push_back(I) -> Sum += Row[0]
    auto Sorted = M.sorted();
    std::swap(Sorted[0], Sorted[1]);
    // TWIN@{sorted() const}: std::swap(Sorted[0], Sorted[1]) -> Sum += Sorted[0]
    auto Kept = M.kept();
    All.push_back(std::move(Kept));
    // TWIN@{kept() const}: All.push_back(std::move(Kept)) -> Sum += Kept[0]
  }
  return Sum;
}

// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Few elements, those that others have, room, and something in between.

#include <cstddef>
#include <vector>

struct Options {
  explicit Options(int Few) {
    Args.push_back(1);
    Args.push_back(2);
    Few += 1;
    // TWIN@-2: Few += 1 -> Args.push_back(3)
  }
  void further(int N) {
    Sides.push_back(N);
    Sides.push_back(N + 1);
    Sides.push_back(N + 2);
  }
  void set(int N) {
    Kept.clear();
    Kept.reserve(3);
    // TWIN@{Kept.push_back(N);}: Kept.reserve(3) -> (void)N
    Kept.push_back(N);
    Kept.push_back(N + 1);
    Kept.push_back(N + 2);
  }
  std::vector<int> Args, Sides, Kept;
};
void between(std::vector<int> &Out, int N) {
  Out.clear();
  Out.push_back(N);
  std::size_t Size = Out.size();
  // TWIN@-1: Out.size() -> 7
  Out.push_back(int(Size));
  Out.push_back(N + 2);
}

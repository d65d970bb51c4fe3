// What an object behind a pointer costs beside std::optional:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/heap-member.cpp -o cost &&
//   ./cost
// Prints nanoseconds and allocations of one owner: made, used, gone.

#include "measure.h"
#include <memory>
#include <optional>
#include <vector>

struct Context {
  explicit Context(int Id) : Id(Id) {}
  int Id;
  double Values[4] = {};
};

struct OnHeap {
  std::unique_ptr<Context> Made;
  void make(int Id) { Made = std::make_unique<Context>(Id); }
};
struct InPlace {
  std::optional<Context> Made;
  void make(int Id) { Made.emplace(Id); }
};

template <typename Owner> static void owner(const char *What) {
  measure(What, 5'000'000, [] {
    Owner O;
    O.make(3);
    use(*O.Made);
  });
}

/// An iterator that is copied, as algorithms and loops do.
struct Behind {
  std::shared_ptr<std::vector<int>::const_iterator> State;
};
struct Value {
  std::vector<int>::const_iterator State;
};

int main() {
  owner<OnHeap>("a member behind unique_ptr");
  owner<InPlace>("a member in std::optional");
  std::vector<int> Data(8, 1);
  measure("an iterator behind shared_ptr, and a copy", 5'000'000, [&] {
    Behind I{std::make_shared<std::vector<int>::const_iterator>(Data.begin())};
    use(I);
    Behind Copy = I;
    use(Copy);
  });
  measure("an iterator as a value, and a copy", 5'000'000, [&] {
    Value I{Data.begin()};
    use(I);
    Value Copy = I;
    use(Copy);
  });
}

// What a declared destructor costs a vector of objects that own heap memory:
//   clang++-19 -O2 docs/checks/cost/destructor-disables-move.cpp -o cost &&
//   ./cost

#include "measure.h"
#include <algorithm>
#include <string>
#include <vector>

struct Zero {
  std::string Name = "longer than what fits into a string itself";
};
struct Declared {
  ~Declared() {}
  std::string Name = "longer than what fits into a string itself";
};

template <class T> static void both(const char *Grow, const char *Reverse) {
  measure(Grow, 20'000, [] {
    std::vector<T> All;
    for (int I = 0; I < 100; ++I)
      All.emplace_back();
    use(All);
  });
  std::vector<T> All(100);
  measure(Reverse, 20'000, [&] {
    std::reverse(All.begin(), All.end());
    use(All);
  });
}

int main() {
  both<Declared>("100 emplace_back, destructor declared",
                 "reverse of 100, destructor declared");
  both<Zero>("100 emplace_back, rule of zero", "reverse of 100, rule of zero");
}

// What a getter that returns a copy costs beside one that returns a reference,
// for vectors of several lengths:
//   clang++-19 -O2 docs/checks/cost/copying-return.cpp -o cost && ./cost
// Prints nanoseconds and allocations of one call, the best of five runs. The
// getters are not inlined: what is inlined the optimizer may see through.

#include "measure.h"
#include <vector>

struct Mesh {
  std::vector<std::vector<int>> Nodes;
  __attribute__((noinline)) std::vector<int> copied(int I) const {
    return Nodes[I];
  }
  __attribute__((noinline)) const std::vector<int> &referred(int I) const {
    return Nodes[I];
  }
};

/// Asks a mesh whose one row has \p Length nodes.
template <typename Getter>
static void ask(const char *What, int Length, Getter Get) {
  const Mesh M{{std::vector<int>(Length, 1)}};
  measureLoop(What, 20'000'000 / (Length + 20), [&](long N) {
    long Sum = 0;
    while (N--)
      Sum += Get(M);
    use(Sum);
  });
}

int main() {
  for (int Length : {3, 16, 128, 1024}) {
    std::printf("%d ints\n", Length);
    ask("T get()", Length, [](const Mesh &M) { return M.copied(0).size(); });
    ask("const T &get()", Length,
        [](const Mesh &M) { return M.referred(0).size(); });
  }
}

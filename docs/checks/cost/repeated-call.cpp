// What it costs to ask three times for the same object, beside once:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/repeated-call.cpp -o cost && ./cost
// Prints the cost of the three questions.

#include "measure.h"
#include <vector>

struct Element {
  std::vector<int> Nodes, Edges;
  int node(int I) const { return Nodes[I]; }
};

struct Mesh {
  std::vector<int> Nodes = std::vector<int>(300, 1);
  __attribute__((noinline)) Element operator[](int E) const {
    return {{&Nodes[3 * E], &Nodes[3 * E + 3]},
            {&Nodes[3 * E], &Nodes[3 * E + 3]}};
  }
};

int main() {
  measureLoop("asked three times", 100000, [](long N) {
    Mesh M;
    while (N--)
      for (int I = 0; I < 3; ++I) {
        int Node = M[N % 100].node(I);
        use(Node);
      }
  });
  measureLoop("asked once", 100000, [](long N) {
    Mesh M;
    while (N--) {
      const auto &Asked = M[N % 100];
      for (int I = 0; I < 3; ++I) {
        int Node = Asked.node(I);
        use(Node);
      }
    }
  });
}
